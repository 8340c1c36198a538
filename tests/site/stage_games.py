"""More of the stage: a game that is played, one that was split, places of a series, and an executor's lines.

Whoever plays in what was split is none of the roles, so that each role has what it has by its office alone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from random import Random
from typing import Any

from sanctioning.kit.clock import today
from sanctioning.offices.services.areas import cover, take_leave
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.rosters.models import Erratum, Roster
from scoring.series.services.places import settle_places
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.support.bid_whist import MAIN, pay_all
from tests.support.play import draw_ties, drawn_table, play
from tests.support.team_events import EARLY, enter_teams, seat_in_order, team_event
from tests.support.votes import charged
from tournaments.calls.services.calls import call_executor
from tournaments.entries.newcomer_links import OnlineEntry, confirming_path
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce
from tournaments.executors.services.appointing import appoint_for_event
from tournaments.games.models import Game
from tournaments.games.services.games import open_game
from tournaments.justice.canons.services import note_violation
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.justice.votes.services.votes import demand_vote, open_vote
from tournaments.series.models import Series
from tournaments.series.services import add_to_series, announce_series
from tournaments.slips.services.slips import report_slip
from tournaments.tables.services.seating import wait_at_table
from tournaments.tables.services.splits import decide_split
from tournaments.tables.services.table_links import make_link, secret_of
from tournaments.teams.services.invitations import invite_team
from tournaments.teams.team_links import link_path

DAY = dt.timedelta(days=1)
LATER = MARCH + 14 * DAY
Places = Mapping[str, Mapping[str, Any]]


def places_of_games(cast: Cast, event: Event, other: Person) -> Places:
    played = _played(cast, event)
    in_play = {"slug": played.event.slug, "game": str(played.number)}
    group = _group(cast, event)
    bare = sanctioned_event(cast, name="Bare Whoopie")
    open_game(by=cast.director, event=bare, planned={"stanzas": 14}, at=MARCH)
    taken = sanctioned_event(cast, name="Taken Whoopie", at=LATER + 14 * DAY)
    appoint_for_event(by=cast.managing, event=taken, appointment=cast.executor_appointment, at=LATER)
    call = call_executor(by=cast.director, game=played, kind="score")
    violation = charged(played, cast.players[1], cast.players[2])
    vote = demand_vote(by=cast.players[1], violation=violation, motion="find-chaotic-action")
    voted = charged(played, cast.players[1], cast.players[3])
    opened = demand_vote(by=cast.players[1], violation=voted, motion="find-chaotic-action")
    open_vote(by=cast.executor, vote=opened)
    board = announce(by=cast.director, event=event, text="Supper at eight.")
    private, public = (_ruling(cast, played, words) for words in ("", "The dealer bid first."))
    return {
        "table in play": in_play,
        "private ruling": {**in_play, "number": private.number},
        "public ruling": {"ruling": public.pk},
        "call": {**in_play, "call": call.pk},
        "violation": {**in_play, "violation": violation.pk},
        "demanded vote": {**in_play, "vote": vote.pk},
        "open vote": {**in_play, "vote": opened.pk},
        "announcement": {"slug": event.slug, "announcement": board.pk},
        "stanza in play": {**in_play, "number": 1},
        "table link": {"secret": secret_of(make_link(by=cast.director, game=played, at=MARCH))},
        "stanza for programs": {**in_play, "stanza": 1},
        "group game": {"slug": group.event.slug, "number": group.number, "group": group.group},
        "event without executors": {"slug": bare.slug},
        "event with an executor": {"slug": taken.slug},
        "appointed": {"number": cast.executor_appointment.pk},
        "other": {"number": other.number},
        **_lines_of_the_executor(cast),
        **_of_teams(cast),
        **_of_canons(cast),
    }


def _of_teams(cast: Cast) -> Places:
    """Two teams at their tables, of which the second has handed in its first count."""
    event = team_event(cast, "military-whist", "alberta-55-plus", at=LATER)
    teams = enter_teams(cast, event, 2)
    planned = {"level": "open", "days": [[1]], "moves": "circle", "pattern": "sample"}
    game = seat_in_order(cast, event, teams, planned, at=LATER)
    reported = {"slug": event.slug, "place": "d1-before-2"}
    report_slip(
        by=cast.players[4],
        game=game,
        place=reported["place"],
        typed={"flags": 12},
        idempotency_key="stage",
        at=MARCH,
    )
    call = call_executor(by=cast.players[4], game=game, kind="score")
    return {
        "team event": {"slug": event.slug},
        "team game": {"slug": event.slug, "game": str(game.number)},
        "call of teams": {"slug": event.slug, "game": str(game.number), "call": call.pk},
        "team": {"slug": event.slug, "team": teams[0].pk},
        "slip": {"slug": event.slug, "place": "d1-before-1"},
        "reported slip": reported,
        "game of slips": {"game": event.format},
        "paper of a format": {"slug": event.slug, "name": "movement"},
    }


def _of_canons(cast: Cast) -> Places:
    """A game with canons and a bracket, in which somebody was warned, and for which a player of no game named
    a team."""
    last = LATER + dt.timedelta(days=7)
    event = team_event(cast, "bid-whist", "cardsharks", at=last)
    teams = enter_teams(cast, event, 2)
    pair = {"A": cast.players[9], "B": cast.players[8]}
    named = invite_team(by=pair["A"], event=event, name="Named", players=pair, at=EARLY)
    alone = cast.players[7]
    half = invite_team(by=alone, event=event, name="Half", players={"A": alone}, by_link={"B": ""}, at=EARLY)
    link = half.links.get()
    newcomer = OnlineEntry(
        event=event.pk,
        given_names="Part",
        family_name="Ner",
        email="partner@example.org",
        place=link.pk,
        turn=link.turn,
    )
    pay_all(cast, event)
    seat_in_order(cast, event, teams, MAIN, at=last)
    step = note_violation(
        by=cast.director, event=event, person=cast.players[3], kind="food", what="Soup.", at=MARCH
    )
    here = {"slug": event.slug}
    return {
        "event with canons": here,
        "violation of a canon": {**here, "step": step.pk},
        "team invitation": {**here, "invitation": named.pk},
        "team link": {"code": link_path(link).split("/")[-2]},
        "place to confirm": {"code": confirming_path(newcomer).split("/")[-2]},
    }


def played_game(places: Places) -> Game:
    """The game of which a stanza is reported."""
    place = places["table in play"]
    return Game.objects.get(event__slug=place["slug"], number=place["game"])


def _ruling(cast: Cast, game: Game, words: str) -> Ruling:
    """In the case book where it has words for everybody."""
    return rule_on(
        by=cast.executor,
        game=game,
        section="I/Bidding",
        what="A bid in dispute.",
        reason="It was heard.",
        words=words,
        public=bool(words),
    )


def series_with_places(cast: Cast) -> Series:
    """Its places are given; the player has one."""
    series = announce_series(
        by=cast.director, club=cast.club, name="Series", basis="points", playoff=4, at=MARCH
    )
    event = sanctioned_event(cast, name="League Whoopie")
    add_to_series(by=cast.director, event=event, series=series, part=Event.SeriesPart.ORDINARY, at=MARCH)
    certified(cast, event, cast.players[:4])
    settle_places(by=cast.director, series=series, at=MARCH + dt.timedelta(days=1))
    return series


def correct_in(roster: Roster, certification: Certification, person: Person) -> None:
    """An erratum against a published roster, as a correction by order leaves it."""
    Erratum.objects.create(
        roster=roster,
        number=1,
        at=MARCH,
        person=person,
        certification=certification,
        name=person.name,
        member_number=person.number,
        said_points=0,
        said_blue=0,
        right_points=1,
        right_blue=0,
    )


def _played(cast: Cast, event: Event) -> Game:
    """A stanza of it is reported."""
    game = drawn_table(cast, cast.players[:4], event=event)
    play(cast, game, 1, Random(1))
    return game


def _group(cast: Cast, event: Event) -> Game:
    """One of the two groups that a table of eight with two waiting was split into."""
    game = drawn_table(cast, cast.players[1:9], event=event)
    play(cast, game, 1, Random(2))
    for person in (cast.outsider, cast.registrar):
        wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
    decide_split(by=cast.executor, game=game, groups=2, at=MARCH)
    draw_ties(cast, game, Random(3))
    return Game.objects.filter(parent=game).order_by("group")[0]


def _lines_of_the_executor(cast: Cast) -> Places:
    area = cover(by=cast.executor, person=cast.executor, place="Arden")
    away = today() + dt.timedelta(days=300)
    leave = take_leave(by=cast.executor, person=cast.executor, first_day=away, last_day=away)
    conflict = declare_conflict(by=cast.executor, reason="Cousins.", with_person=cast.outsider)
    return {
        "area": {"number": area.pk},
        "leave": {"number": leave.pk},
        "conflict": {"number": conflict.pk},
    }
