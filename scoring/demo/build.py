"""The whole demo season, in the order in which it happened, in one transaction.

Invariants: everything goes through the services, at moments of its own; called again it does nothing.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from functools import partial

from django.db import transaction

from rules_engine.card_games import WHIST
from sanctioning.kit.clock import moment
from sanctioning.kit.installation.models import Installation
from scoring.demo.authority.applications import LAPSED, apply_in_every_way, let_one_lapse
from scoring.demo.authority.institution import found_institution
from scoring.demo.authority.law import SECOND_ARTICLES, STILL_DRAFTS, adopt_second_articles, leave_drafts
from scoring.demo.authority.offices import fill_offices
from scoring.demo.authority.records_of_people import keep_records_of_people
from scoring.demo.authority.registrar import compile_only, publish, record_what_is_due, refuse_some
from scoring.demo.justice.appeals import appeal_everywhere
from scoring.demo.justice.letters import PLAYED as BARRED
from scoring.demo.justice.letters import complain_of_two
from scoring.demo.justice.rulings import rule_at_a_table
from scoring.demo.justice.whist_rulings import rule_at_bid_whist, rule_at_whist
from scoring.demo.playing import play_event
from scoring.demo.season import EVENTS, ROSTER_COMPILED, ROSTERS_PUBLISHED
from scoring.demo.whist import bid_whist, columbus, columbus_playoff, online_pairs
from scoring.demo.whist import bid_whist_playoff as bracket
from scoring.demo.whist import military_whist as whist
from scoring.demo.whist import provincial_games as provincial
from scoring.demo.whist import running_evenings as running_whist
from scoring.demo.whist import zone_playoffs as ladder
from scoring.demo.whoopie import floor
from scoring.demo.whoopie import game_families as families
from scoring.demo.whoopie import live_events as hall
from scoring.demo.whoopie.corrections import CORRECTED, correct_one, leave_a_mutilated_one
from scoring.demo.whoopie.jubilee import make_a_grand_master
from scoring.demo.whoopie.table_links import give_out_links
from scoring.demo.whoopie.unrecorded_report import SENT_IN_TOO_SOON, send_in_too_soon

SEED = 1966


@transaction.atomic
def build_demo() -> bool:
    """Build it unless it is there; tells whether it was built."""
    _, made = Installation.objects.get_or_create(defaults={"demo": True, "demo_loaded_at": moment(None)})
    if not made:
        return False
    house = found_institution()
    dice = random.Random(SEED)
    agenda: list[tuple[dt.date, Callable[[], object]]] = []
    for number, planned in enumerate(EVENTS, start=1):
        agenda.append(
            (planned.day if planned.played else dt.date.max, partial(play_event, house, number, planned))
        )
        if planned.played:
            for days in (5, 11):
                day = planned.day + dt.timedelta(days=days)
                agenda.append((day, partial(record_what_is_due, house, day, dice)))
    refusals = EVENTS[2].day + dt.timedelta(days=4)
    agenda.append((refusals, partial(refuse_some, house, refusals)))
    agenda += [(day, partial(publish, house, as_of, day)) for as_of, day in ROSTERS_PUBLISHED.items()]
    agenda.append((ROSTER_COMPILED[1], partial(compile_only, house, *ROSTER_COMPILED)))
    agenda.append((CORRECTED, partial(correct_one, house)))
    agenda.append((CORRECTED, partial(leave_a_mutilated_one, house)))
    agenda.append((SENT_IN_TOO_SOON, partial(send_in_too_soon, house)))
    agenda.append((LAPSED, partial(let_one_lapse, house)))
    agenda.append((SECOND_ARTICLES, partial(adopt_second_articles, house)))
    agenda.append((STILL_DRAFTS, partial(leave_drafts, house)))
    agenda += [
        (hall.ANNOUNCED, partial(hall.announce, house)),
        (hall.PLACES_GIVEN, partial(hall.give_places, house)),
        (hall.EVENING, partial(hall.open_the_doors, house)),
        (hall.EVENING, partial(floor.play_on_the_floor, house)),
    ]
    agenda.append((families.PLAYED, partial(families.play_a_family, house)))
    agenda.append((BARRED, partial(complain_of_two, house)))
    agenda.append((families.RUNNING, partial(families.begin_a_game, house)))
    agenda.append((families.RUNNING, partial(rule_at_a_table, house)))
    agenda.append((columbus.PLAYED, partial(columbus.play_columbus_whist, house)))
    sent_in = columbus.PLAYED + dt.timedelta(days=2)
    agenda.append((sent_in, partial(record_what_is_due, house, sent_in, dice, WHIST.slug)))
    agenda.append((ROSTER_COMPILED[1], partial(publish, house, *ROSTER_COMPILED, WHIST.slug)))
    agenda.append((columbus_playoff.PLAYED, partial(columbus_playoff.play_the_playoff, house)))
    agenda.append((bid_whist.PLAYED, partial(bid_whist.play_bid_whist, house)))
    agenda.append((bid_whist.PLAYED, partial(rule_at_bid_whist, house)))
    agenda.append((bid_whist.PLAYED, partial(bracket.play_bracket, house)))
    agenda.append((ladder.OF_THE_AREA.day, partial(ladder.play_in_the_area, house)))
    agenda.append((ladder.OF_THE_ZONE.day, partial(ladder.play_in_the_zone, house)))
    agenda.append((provincial.PLAYED, partial(provincial.play_the_provincial_games, house)))
    agenda.append((whist.PLAYED, partial(whist.play_military_whist, house)))
    agenda.append((whist.PLAYED, rule_at_whist))
    agenda.append((running_whist.PLAYED, partial(running_whist.play_two_evenings, house)))
    agenda.append((online_pairs.ASKED, partial(online_pairs.ask_for_pairs, house)))
    agenda.append((dt.date.max, partial(give_out_links, house)))
    agenda.append((dt.date.max, partial(apply_in_every_way, house)))
    agenda.append((dt.date.max, partial(fill_offices, house)))
    agenda.append((dt.date.max, partial(keep_records_of_people, house)))
    agenda.append((dt.date.max, appeal_everywhere))
    agenda.append((dt.date.max, partial(make_a_grand_master, house)))
    for _, act in sorted(agenda, key=lambda item: item[0]):
        act()
    return True
