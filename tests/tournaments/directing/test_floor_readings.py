"""What the floor reads off the tables: what each needs, who has none, and whether anything has changed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sanctioning.offices.models.office import Office
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast, open_table, sanctioned_event
from tests.support.play import drawn_table, play
from tests.tournaments.directing.test_floor import evening
from tournaments.calls.services.calls import answer_call, call_executor
from tournaments.directing.selectors.floor import FloorTable, floor_of, floor_stamp, on_floor, ruled_tables
from tournaments.directing.services.moving_players import free_player, place_player
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce, take_down
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.games.services.games import open_game
from tournaments.rounds.services.draws import draw_cards
from tournaments.rounds.services.rounds import plan_round
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.services.seating import stop_waiting, wait_at_table

pytestmark = pytest.mark.both_databases

MINUTE = dt.timedelta(minutes=1)
State = Game.State
NOWHERE: dict[str, Any] = {"stanza": 1, "trick": None, "player": None}
ERROR, WARNING = (
    {
        "severity": severity,
        "message": "-",
        "rule": "I",
        "code": "x",
        "stanza": 1,
        "trick": None,
        "player": None,
    }
    for severity in ("error", "warning")
)


def at_first_table(event: Event, at: dt.datetime, **changes: Any) -> FloorTable:
    Game.objects.filter(event=event).update(**changes)
    return floor_of(event, at=at).tables[0]


def found(game: Game, *findings: dict[str, Any]) -> None:
    sheet = Sheet.objects.get(game=game)
    sheet.check_document["findings"] = [*findings]
    sheet.save()


def test_a_table_that_plays_needs_nothing_until_twenty_minutes_without_a_report(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4], event=evening(cast), stanzas=2)
    play(cast, game, 1, Random(1))
    for minutes, needs in ((0, ()), (19, ()), (20, ("quiet",))):
        first = at_first_table(game.event, MARCH + minutes * MINUTE + dt.timedelta(seconds=59))
        assert (first.minutes, first.needs, first.urgent) == (minutes, needs, False)
    play(cast, game, 1, Random(1))
    assert at_first_table(game.event, MARCH + 20 * MINUTE).needs == ("over",)


@pytest.mark.parametrize(
    ("findings", "needs"),
    [([], ()), ([WARNING, WARNING], ()), ([WARNING, ERROR, WARNING], ("errors",))],
)
def test_a_table_needs_somebody_for_errors_and_not_for_warnings(
    cast: Cast, findings: list[dict[str, Any]], needs: tuple[str, ...]
) -> None:
    game = drawn_table(cast, cast.players[:4], event=evening(cast))
    play(cast, game, 1, Random(1))
    found(game, *findings)
    first = at_first_table(game.event, MARCH)
    assert (first.needs, first.urgent) == (needs, bool(needs))
    assert (first.errors, first.warnings) == (findings.count(ERROR), findings.count(WARNING))


def test_what_a_table_needs_goes_by_its_state(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4], event=evening(cast))
    play(cast, game, 1, Random(1))
    for state, needs, live in (
        (State.PLAYING, (), True),
        (State.SPLITTING, ("places",), True),
        (State.REPORTED, ("confirm",), False),
        (State.CONFIRMED, ("certify",), False),
        (State.CERTIFIED, (), False),
    ):
        first = at_first_table(game.event, MARCH, state=state)
        assert (first.needs, first.urgent, first.minutes is not None) == (needs, False, live), state


def test_before_a_game_begins_it_needs_neither_players_nor_the_draw(cast: Cast) -> None:
    event = evening(cast)
    two = open_table(cast, event, cast.players[:2])
    open_table(cast, event, cast.players[2:5])
    drawn_table(cast, cast.players[5:8], event=event)

    def needs(at: dt.datetime) -> list[tuple[str, ...]]:
        return [table.needs for table in floor_of(event, at=at).tables]

    begins = two.starts_at
    assert needs(begins - dt.timedelta(seconds=1)) == [(), (), ()]
    assert needs(begins) == [("too-few",), ("draw",), ()]
    assert needs(begins + 20 * MINUTE) == [("too-few", "unstarted"), ("draw", "unstarted"), ("unstarted",)]
    Game.objects.filter(pk=two.pk).update(state=State.PLAYING)
    assert needs(begins - MINUTE)[0] == ("too-few",)


def test_eight_who_sit_and_two_who_wait_may_be_split(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:8], event=evening(cast), stanzas=2)
    play(cast, game, 1, Random(1))
    wait_at_table(by=cast.director, game=game, person=cast.players[8], at=MARCH)
    assert at_first_table(game.event, MARCH).needs == ()
    wait_at_table(by=cast.director, game=game, person=cast.players[9], at=MARCH)
    first = at_first_table(game.event, MARCH)
    assert first.needs == ("split",)
    assert [waiter.name for waiter in first.waiting] == [person.name for person in cast.players[8:]]
    play(cast, game, 1, Random(1))
    assert at_first_table(game.event, MARCH).needs == ("over",)


def test_whoever_sits_or_waits_is_not_free_and_of_the_free_those_here_come_first(cast: Cast) -> None:
    event = sanctioned_event(cast)
    away, *here = (
        enter_event(by=cast.director, event=event, person=person, at=MARCH) for person in cast.players[:8]
    )
    for entry in here:
        check_in(by=cast.director, entry=entry, at=MARCH)
    game = drawn_table(cast, cast.players[1:5], event=event)
    play(cast, game, 1, Random(1))
    wait_at_table(by=cast.director, game=game, person=cast.players[5], at=MARCH)
    free = [cast.players[6].number, cast.players[7].number, away.person.number]
    assert [line.number for line in floor_of(event, at=MARCH).free] == free
    Game.objects.filter(pk=game.pk).update(state=State.CERTIFIED)
    assert len(floor_of(event, at=MARCH).free) == 7, "who only waits at a table that is over waits on"


def test_whoever_is_taken_in_hand_sits_waits_or_is_free_with_the_live_tables_to_go_to(cast: Cast) -> None:
    event = evening(cast)
    first = drawn_table(cast, cast.players[:3], event=event)
    play(cast, first, 1, Random(1))
    open_table(cast, event, cast.players[3:6])
    over = open_table(cast, event, cast.players[6:9])
    Game.objects.filter(pk=over.pk).update(state=State.CERTIFIED)
    wait_at_table(by=cast.director, game=first, person=cast.players[9], at=MARCH)
    floor = floor_of(event, at=MARCH)
    sits, waits, done = (on_floor(floor, cast.players[at]) for at in (0, 9, 6))
    assert sits.sits_at is not None
    assert (sits.sits_at.number, sits.waits_at, sits.present, sits.entered) == (1, None, True, True)
    assert sits.places == [("2", "Game 2, 3 sit there")]
    assert waits.waits_at is not None
    assert (waits.sits_at, waits.waits_at.number) == (None, 1)
    assert [place for place, _words in waits.places] == ["1", "2"]
    assert (done.sits_at, done.waits_at) == (None, None)
    assert done.entry == event.entries.get(person=cast.players[6]).pk
    stranger = on_floor(floor, cast.outsider)
    assert (stranger.name, stranger.entry) == (cast.outsider.name, 0)
    assert (stranger.present, stranger.entered) == (False, False)


def test_tables_that_one_rules_come_as_they_need_them_and_end_with_the_term(cast: Cast) -> None:
    event = evening(cast)
    games = [drawn_table(cast, cast.players[at : at + 3], event=event) for at in (0, 3, 6)]
    for game in games[1:]:
        play(cast, game, 1, Random(1))
    found(games[2], ERROR)
    call_executor(by=None, game=games[1], kind="score", at=MARCH)
    later = games[0].starts_at + 20 * MINUTE

    def ruled(at: dt.datetime) -> list[int]:
        return [table.table.number for table in ruled_tables(event, cast.executor, at=at)]

    assert ruled(MARCH) == [2, 3, 1]
    found(games[2])
    Game.objects.filter(pk=games[1].pk).update(state=State.CERTIFIED)
    assert ruled(later) == [1, 3]
    assert ruled(MARCH - 90 * dt.timedelta(days=1)) == []


def steps(cast: Cast, event: Event, games: list[Game]) -> Iterator[Callable[[], object]]:
    """One after the other, each leaves the floor otherwise than it was."""
    first, second = games
    director: dict[str, Any] = {"by": cast.director, "at": MARCH}
    late, last = cast.players[7:9]
    for person in (cast.outsider, *cast.players[9:]):
        entry = enter_event(event=event, person=person, **director)
        check_in(entry=entry, **director)
    yield lambda: enter_event(event=event, person=late, **director)
    yield lambda: check_in(entry=event.entries.get(person=late), **director)
    yield lambda: enter_event(event=event, person=last, **director)
    yield lambda: withdraw_entry(entry=event.entries.get(person=last), **director)
    yield lambda: place_player(event=event, person=late, game=second, **director)
    yield lambda: free_player(event=event, person=late, **director)
    yield lambda: draw_cards(by=cast.director, game=second, seed="cards", at=MARCH)
    yield lambda: call_executor(by=None, game=first, kind="score", at=MARCH)
    yield lambda: answer_call(by=cast.executor, call=first.calls.get(), at=MARCH)
    yield lambda: wait_at_table(game=first, person=late, **director)
    yield lambda: stop_waiting(game=first, person=late, **director)
    yield lambda: play(cast, first, 1, Random(1))
    yield lambda: announce(by=cast.director, event=event, text="Supper.", at=MARCH)
    yield lambda: take_down(by=cast.director, announcement=event.announcements.get(), at=MARCH)
    yield lambda: plan_round(by=cast.director, event=event, planned={"stanzas": 9}, preferred=4, at=MARCH)
    yield lambda: appoint_acting_executor(
        by=cast.managing, game=first, appointment=another_executor(cast), at=MARCH
    )
    yield lambda: open_game(by=cast.director, event=event, planned={"stanzas": 9}, at=MARCH)


def another_executor(cast: Cast) -> Any:
    office: dict[str, Any] = {"office": Office.ACTING_EXECUTOR, "first_day": FIRST_DAY, "at": JANUARY}
    return appoint(by=cast.managing, person=cast.registrar, **office)


def test_every_act_that_the_floor_shows_changes_its_stamp_and_that_of_no_other_event(cast: Cast) -> None:
    event, other = sanctioned_event(cast), sanctioned_event(cast, name="Another hall", at=MARCH)
    games = [drawn_table(cast, cast.players[:4], event=event), open_table(cast, event, cast.players[4:7])]
    stamps, elsewhere = [floor_stamp(event, at=MARCH)], floor_stamp(other, at=MARCH)
    for step in steps(cast, event, games):
        step()
        stamps.append(floor_stamp(event, at=MARCH))
    unchanged = [at for at, (before, after) in enumerate(pairwise(stamps)) if before == after]
    assert unchanged == []
    assert floor_stamp(other, at=MARCH) == elsewhere


def test_one_who_takes_the_place_of_another_changes_the_stamp_too(cast: Cast) -> None:
    """As many as before, but others: told by who came last."""
    event = evening(cast)
    game = drawn_table(cast, cast.players[:4], event=event)
    play(cast, game, 1, Random(1))
    waits, waits_next = cast.players[4:6]
    wait_at_table(by=cast.director, game=game, person=waits, at=MARCH)
    call = call_executor(by=None, game=game, kind="score", at=MARCH)
    before = floor_stamp(event, at=MARCH)
    revision = Game.objects.get(pk=game.pk).revision
    answer_call(by=cast.executor, call=call, at=MARCH)
    call_executor(by=None, game=game, kind="score", at=MARCH)
    Game.objects.filter(pk=game.pk).update(revision=revision)
    called_again = floor_stamp(event, at=MARCH)
    stop_waiting(by=cast.director, game=game, person=waits, at=MARCH)
    wait_at_table(by=cast.director, game=game, person=waits_next, at=MARCH)
    Game.objects.filter(pk=game.pk).update(revision=revision)
    assert len({before, called_again, floor_stamp(event, at=MARCH)}) == 3


def test_the_stamp_of_the_floor_turns_with_the_minute(cast: Cast) -> None:
    event = sanctioned_event(cast)
    stamp = floor_stamp(event, at=MARCH)
    assert floor_stamp(event, at=MARCH + dt.timedelta(seconds=59, microseconds=5)) == stamp
    assert floor_stamp(event, at=MARCH + MINUTE) != stamp
