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
from scoring.demo.authority.founding import found_demo_authority
from scoring.demo.authority.law import SECOND_ARTICLES, STILL_DRAFTS, adopt_second_articles, leave_drafts
from scoring.demo.authority.offices import fill_offices
from scoring.demo.authority.records_of_people import keep_records_of_people
from scoring.demo.authority.registrar import (
    SENT_IN_TOO_SOON,
    compile_only,
    publish,
    record_what_is_due,
    refuse_some,
    send_in_too_soon,
)
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
from scoring.demo.whoopie import floor, live_events
from scoring.demo.whoopie import game_families as families
from scoring.demo.whoopie.corrections import CORRECTED, correct_one, leave_a_mutilated_one
from scoring.demo.whoopie.jubilee import make_a_grand_master
from scoring.demo.whoopie.table_links import give_out_links

SEED = 1966


@transaction.atomic
def build_demo() -> bool:
    """Build it unless it is there; tells whether it was built."""
    _, created = Installation.objects.get_or_create(defaults={"demo": True, "demo_loaded_at": moment(None)})
    if not created:
        return False
    authority = found_demo_authority()
    dice = random.Random(SEED)
    agenda: list[tuple[dt.date, Callable[[], object]]] = []
    for number, planned in enumerate(EVENTS, start=1):
        agenda.append(
            (planned.day if planned.played else dt.date.max, partial(play_event, authority, number, planned))
        )
        if planned.played:
            for days in (5, 11):
                day = planned.day + dt.timedelta(days=days)
                agenda.append((day, partial(record_what_is_due, authority, day, dice)))
    refusals = EVENTS[2].day + dt.timedelta(days=4)
    agenda.append((refusals, partial(refuse_some, authority, refusals)))
    agenda += [(day, partial(publish, authority, as_of, day)) for as_of, day in ROSTERS_PUBLISHED.items()]
    agenda.append((ROSTER_COMPILED[1], partial(compile_only, authority, *ROSTER_COMPILED)))
    agenda.append((CORRECTED, partial(correct_one, authority)))
    agenda.append((CORRECTED, partial(leave_a_mutilated_one, authority)))
    agenda.append((SENT_IN_TOO_SOON, partial(send_in_too_soon, authority)))
    agenda.append((LAPSED, partial(let_one_lapse, authority)))
    agenda.append((SECOND_ARTICLES, partial(adopt_second_articles, authority)))
    agenda.append((STILL_DRAFTS, partial(leave_drafts, authority)))
    agenda += [
        (live_events.ANNOUNCED, partial(live_events.announce, authority)),
        (live_events.PLACES_GIVEN, partial(live_events.give_places, authority)),
        (live_events.EVENING, partial(live_events.open_the_doors, authority)),
        (live_events.EVENING, partial(floor.play_on_the_floor, authority)),
    ]
    agenda.append((families.PLAYED, partial(families.play_a_family, authority)))
    agenda.append((BARRED, partial(complain_of_two, authority)))
    agenda.append((families.RUNNING, partial(families.begin_a_game, authority)))
    agenda.append((families.RUNNING, partial(rule_at_a_table, authority)))
    agenda.append((columbus.PLAYED, partial(columbus.play_columbus_whist, authority)))
    sent_in = columbus.PLAYED + dt.timedelta(days=2)
    agenda.append((sent_in, partial(record_what_is_due, authority, sent_in, dice, WHIST.slug)))
    agenda.append((ROSTER_COMPILED[1], partial(publish, authority, *ROSTER_COMPILED, WHIST.slug)))
    agenda.append((columbus_playoff.PLAYED, partial(columbus_playoff.play_the_playoff, authority)))
    agenda.append((bid_whist.PLAYED, partial(bid_whist.play_bid_whist, authority)))
    agenda.append((bid_whist.PLAYED, partial(rule_at_bid_whist, authority)))
    agenda.append((bid_whist.PLAYED, partial(bracket.play_bracket, authority)))
    agenda.append((ladder.OF_THE_AREA.day, partial(ladder.play_in_the_area, authority)))
    agenda.append((ladder.OF_THE_ZONE.day, partial(ladder.play_in_the_zone, authority)))
    agenda.append((provincial.PLAYED, partial(provincial.play_the_provincial_games, authority)))
    agenda.append((whist.PLAYED, partial(whist.play_military_whist, authority)))
    agenda.append((whist.PLAYED, rule_at_whist))
    agenda.append((running_whist.PLAYED, partial(running_whist.play_two_evenings, authority)))
    agenda.append((online_pairs.ASKED, partial(online_pairs.ask_for_pairs, authority)))
    agenda.append((dt.date.max, partial(give_out_links, authority)))
    agenda.append((dt.date.max, partial(apply_in_every_way, authority)))
    agenda.append((dt.date.max, partial(fill_offices, authority)))
    agenda.append((dt.date.max, partial(keep_records_of_people, authority)))
    agenda.append((dt.date.max, appeal_everywhere))
    agenda.append((dt.date.max, partial(make_a_grand_master, authority)))
    for _, act in sorted(agenda, key=lambda item: item[0]):
        act()
    return True
