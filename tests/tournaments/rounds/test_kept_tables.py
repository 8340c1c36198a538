"""A round whose tables stay as they were drawn, although somebody came or left before it was confirmed."""

from __future__ import annotations

import re

import pytest

from tests.cast import MARCH, Cast
from tests.support.team_events import signed_in
from tests.tournaments.rounds.test_rounds import newcomers, planned, present
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in, undo_check_in
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.kept_tables import Joining, kept_tables

pytestmark = pytest.mark.both_databases


def come_late(cast: Cast, event: Event, count: int) -> list[Entry]:
    late = []
    for person in newcomers(cast, count):
        entry = enter_event(by=cast.director, event=event, person=person, at=MARCH)
        late.append(check_in(by=cast.director, entry=entry, at=MARCH))
    return late


def sizes(round: Round) -> list[int]:
    kept = kept_tables(round, at=MARCH)
    return [len(table) for table in kept.tables] if kept else []


def test_who_comes_late_joins_the_smallest_table_and_nobody_else_moves(cast: Cast) -> None:
    event = present(cast, 7)
    new_round = planned(cast, event, preferred=4)
    drawn = [list(table) for table in new_round.tables]
    [late] = come_late(cast, event, 1)
    kept = kept_tables(new_round, at=MARCH)
    assert kept is not None
    smallest = min(range(2), key=lambda number: len(drawn[number]))
    drawn[smallest].append(late.person.number)
    assert [list(table) for table in kept.tables] == drawn
    assert kept.joining == (Joining(late.person.name, smallest + 1),)


def test_tables_stay_only_as_long_as_each_has_a_size_that_the_rules_allow(cast: Cast) -> None:
    event = present(cast, 3)
    new_round = planned(cast, event)
    leaver = event.entries.all()[0]
    undo_check_in(by=cast.director, entry=leaver, at=MARCH)
    assert sizes(new_round) == [], "two are too few for a table"
    check_in(by=cast.director, entry=leaver, at=MARCH)
    late = come_late(cast, event, 8)
    assert sizes(new_round) == [], "eleven are too many"
    undo_check_in(by=cast.director, entry=late[0], at=MARCH)
    assert sizes(new_round) == [10]


def test_the_page_keeps_them_by_one_button(cast: Cast) -> None:
    event = present(cast, 7)
    new_round = planned(cast, event, preferred=4)
    assert "Keep these tables" not in rounds_page(cast, event)
    [late] = come_late(cast, event, 1)
    page = rounds_page(cast, event)
    assert re.search(rf"{late.person.name} joins table \d\. Everybody else stays", " ".join(page.split()))
    form = page.partition('value="hand"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(table-[^"]+)" value="(\d)"', form))
    why = "Somebody came or left after the draw."
    signed_in(cast.director).post(
        f"/events/{event.slug}/rounds/{new_round.pk}/again/", {"mode": "hand", "why": why, **sent}
    )
    before = new_round.tables
    new_round.refresh_from_db()
    assert sorted(map(len, new_round.tables)) == [4, 4]
    assert all(set(drawn) <= set(kept) for drawn, kept in zip(before, new_round.tables, strict=True))


def rounds_page(cast: Cast, event: Event) -> str:
    return signed_in(cast.director).get(f"/events/{event.slug}/rounds/").content.decode()
