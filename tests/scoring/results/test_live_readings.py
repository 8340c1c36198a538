"""Live boards read off their tables: which events are in play, in what order, who leads, and what is over."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest

from sanctioning.people.models.person import Person, Publicity
from scoring.results.selectors.live import events_in_play, projected
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tests.scoring.results.test_live_pages import correct_first_stanza
from tests.support.play import body_for, drawn_table, play, report, table
from tournaments.games.models import Game

pytestmark = pytest.mark.both_databases

MINUTE, DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)


def reported_at(cast: Cast, game: Game, at: dt.datetime) -> None:
    now = table(cast, game)
    assert now.due is not None
    report(cast, game, body_for(now, {now.due.order[0]: 1}), at=at)


def test_events_in_play_come_by_their_latest_report_and_no_more_than_asked_for(cast: Cast) -> None:
    early, late, bare = (
        sanctioned_event(cast, name=name, at=MARCH + days * DAY)
        for days, name in enumerate(("Early", "Late", "Bare"))
    )
    first, second = (drawn_table(cast, cast.players[:3], event=event) for event in (early, late))
    beside = drawn_table(cast, cast.players[3:6], event=early)
    reported_at(cast, first, MARCH)
    reported_at(cast, first, MARCH + 3 * MINUTE)
    reported_at(cast, beside, MARCH + MINUTE)
    reported_at(cast, second, MARCH + 9 * MINUTE)
    drawn_table(cast, cast.players[6:9], event=bare)
    lines = events_in_play()
    assert [(line.slug, line.tables, line.stanzas, line.last_report) for line in lines] == [
        ("late", 1, 1, MARCH + 9 * MINUTE),
        ("early", 2, 3, MARCH + 3 * MINUTE),
    ]
    [_, latest] = [line.latest for line in lines]
    assert latest is not None
    assert (latest.place, latest.stanza) == ("game 1", 2)
    assert [line.slug for line in events_in_play(most=1)] == ["late"]
    correct_first_stanza(cast, second)
    assert events_in_play()[0].stanzas == 1, "a correction is no further stanza"
    Game.objects.filter(pk=beside.pk).update(state=Game.State.REPORTED)
    [_, line] = events_in_play()
    assert (line.tables, line.stanzas) == (1, 2)


def test_the_three_who_lead_are_named_as_far_as_they_allow(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:5])
    play(cast, game, 3, Random(2))
    [line] = events_in_play()
    assert line.latest is not None
    totals = sorted(table(cast, game).totals.values(), reverse=True)
    assert [leader.score for leader in line.latest.leaders] == totals[:3]
    Person.objects.filter(number=line.latest.leaders[0].number).update(publicity=Publicity.NUMBER)
    [line] = events_in_play()
    assert line.latest is not None
    assert line.latest.leaders[0].name == line.latest.leaders[0].number


def test_a_board_is_certified_once_all_of_it_is_and_then_shows_the_sums(cast: Cast) -> None:
    event = sanctioned_event(cast)

    def board() -> tuple[bool, bool, int]:
        shown = projected(event.slug)
        assert shown is not None
        return shown.board.in_play, shown.board.head.certified, len(shown.board.overall)

    assert board() == (False, False, 0)
    certified(cast, event, cast.players[:4])
    assert board() == (False, True, 0)
    second = drawn_table(cast, cast.players[4:7], event=event)
    assert board() == (False, False, 0)
    play(cast, second, 1, Random(1))
    assert board() == (True, False, 0)
    Game.objects.filter(pk=second.pk).update(state=Game.State.REPORTED)
    assert board() == (False, False, 0)
    certified(cast, event, cast.players[:4])
    assert board()[2] == 4, "of two certified games"
