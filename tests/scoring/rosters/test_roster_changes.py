"""A roster beside the one before it, its bands of one degree, and the way to one's own row."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person, Publicity
from sanctioning.people.services.merging import merge_people
from scoring.degree_names import styles_of
from scoring.points import NO_POINTS
from scoring.rosters import bands as roster_bands
from scoring.rosters.lines import RosterLine, by_degree, text_of
from scoring.rosters.models import Roster, RosterSheet
from scoring.rosters.selectors.changes import changes_of
from scoring.rosters.selectors.kept_lines import place_on
from tests.cast import Cast
from tests.fixtures import SignIn

NOVEMBER, MAY = dt.date(2024, 11, 15), dt.date(2025, 5, 15)
NOVICE, JUNIOR, MASTER = range(3)


@pytest.fixture(autouse=True)
def _compared_anew() -> Iterator[None]:
    caches["process"].clear()
    yield
    caches["process"].clear()


def line(person: Person, rank: int, points: str = "5.0") -> RosterLine:
    return RosterLine(
        name=person.sort_name,
        number=person.number,
        club="Arden Whoopie Club",
        degree=styles_of("whoopie")[rank],
        degree_rank=rank,
        points=Decimal(points),
        blue_points=NO_POINTS,
    )


def published(cast: Cast, as_of: dt.date, lines: Sequence[RosterLine], *, a_sheet: int = 3) -> Roster:
    """A roster with these lines, in sheets of one degree."""
    ordered = sorted(lines, key=by_degree)
    of_degree = [list(some) for _, some in groupby(ordered, key=lambda line: line.degree)]
    roster = Roster.objects.create(
        as_of=as_of,
        cut=1,
        inputs_hash=str(as_of),
        csv_sha256=str(as_of),
        compiled_at=noon(as_of),
        players=len(lines),
        points=sum((line.points for line in lines), NO_POINTS),
        blue=NO_POINTS,
        degrees=[[some[0].degree, len(some), "5.0", "0.0"] for some in of_degree],
    )
    sheets = [some[first : first + a_sheet] for some in of_degree for first in range(0, len(some), a_sheet)]
    for number, some in enumerate(sheets, 1):
        RosterSheet.objects.create(roster=roster, number=number, lines=len(some), text=text_of(some))
    roster.state, roster.published_at, roster.published_by = "published", noon(as_of), cast.registrar
    roster.save()
    return roster


@pytest.fixture
def two(cast: Cast) -> Roster:
    """The later of two rosters: one rose, one fell, one is gone, one is new, the others stayed."""
    rose, fell, gone, new, *stayed = cast.players
    published(
        cast, NOVEMBER, [line(rose, NOVICE), line(fell, MASTER), line(gone, JUNIOR), *as_they_were(stayed)]
    )
    return published(
        cast, MAY, [line(rose, MASTER), line(fell, JUNIOR), line(new, NOVICE), *as_they_were(stayed)]
    )


def as_they_were(people: Sequence[Person]) -> list[RosterLine]:
    return [line(person, JUNIOR) for person in people]


def told(roster: Roster) -> dict[str, list[tuple[str, str, str]]]:
    changes = changes_of(roster)
    assert changes is not None
    assert all(kind.count == len(kind.lines) for kind in changes.kinds)
    return {
        kind.kind: [
            (line.number, line.before.split(" of")[0], line.degree.split(" of")[0]) for line in kind.lines
        ]
        for kind in changes.kinds
    }


def page_of(client: Client, path: str) -> str:
    return html.unescape(client.get(path).content.decode())


@pytest.mark.both_databases
def test_changes_are_told_by_kind(cast: Cast, two: Roster) -> None:
    rose, fell, gone, new, *_ = cast.players
    assert told(two) == {
        "promoted": [(rose.number, "Novice", "Master")],
        "new": [(new.number, "", "Novice")],
        "lowered": [(fell.number, "Master", "Junior Master")],
        "gone": [(gone.number, "Junior Master", "Junior Master")],
    }


def test_the_first_roster_is_compared_with_none(cast: Cast, two: Roster) -> None:
    assert changes_of(Roster.objects.get(as_of=NOVEMBER)) is None
    assert "What changed" not in page_of(Client(), f"/rosters/{NOVEMBER}/")
    assert Client().get(f"/rosters/{NOVEMBER}/changes/").status_code == 404


@pytest.mark.both_databases
def test_a_person_whose_records_were_merged_is_neither_gone_nor_new(cast: Cast, two: Roster) -> None:
    _rose, _fell, gone, new, *_ = cast.players
    Person.objects.filter(pk=gone.pk).update(account=None)
    gone.refresh_from_db()
    merge_people(by=cast.registrar, kept=new, merged=gone, reason="The same.", at=noon(MAY))
    changes = told(two)
    assert "gone" not in changes
    assert "new" not in changes
    assert changes["lowered"][-1] == (new.number, "Junior Master", "Novice")


def test_names_are_those_that_people_show_today(cast: Cast, two: Roster) -> None:
    _rose, _fell, gone, new, *_ = cast.players
    Person.objects.filter(pk__in=(gone.pk, new.pk)).update(publicity=Publicity.NUMBER)
    for path in (f"/rosters/{MAY}/", f"/rosters/{MAY}/changes/"):
        page = page_of(Client(), path)
        assert new.sort_name not in page
        assert gone.sort_name not in page
        assert new.number in page


def test_all_are_counted_and_the_highest_named(
    cast: Cast, two: Roster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.rosters.selectors.changes.MOST", 3)
    later = published(cast, dt.date(2025, 11, 15), [line(person, MASTER) for person in cast.players])
    changes = changes_of(later, most=2)
    assert changes is not None
    assert [(kind.kind, kind.count, len(kind.lines), kind.more) for kind in changes.kinds] == [
        ("promoted", 8, 2, 6),
        ("new", 1, 1, 0),
    ]


def test_both_rosters_are_read_once_an_hour(cast: Cast, two: Roster) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            changes_of(two)
        counts.append(len(queries))
    assert counts == [6, 2]


def test_the_page_has_a_band_for_each_degree(cast: Cast, two: Roster) -> None:
    page = page_of(Client(), f"/rosters/{MAY}/")
    bands = re.findall(r'scope="rowgroup".*?>\s*([\w ]+ of Whoopie)\s*<span[^>]*>(\d+)', page)
    assert bands == [
        ("Master of Whoopie", "1"),
        ("Junior Master of Whoopie", "7"),
        ("Novice of Whoopie", "1"),
    ]
    assert page.count('scope="row"') == 9
    one_degree = page_of(Client(), f"/rosters/{MAY}/?degree=Novice+of+Whoopie")
    assert one_degree.count('scope="rowgroup"') == 1
    assert "What changed" not in one_degree
    assert "What changed since 15 November 2024" in page


@pytest.mark.both_databases
def test_somebody_on_the_roster_is_led_to_the_own_row(
    cast: Cast, two: Roster, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, missing = cast.players[3], cast.players[2]  # the last of nine, and one who is gone
    placed = place_on(two, player.number)
    assert placed is not None
    assert (placed.place, placed.players, placed.before) == (1, 1, 8)
    monkeypatch.setattr(roster_bands, "PAGE", 4)
    page = page_of(sign_in(player), f"/rosters/{MAY}/")
    assert f'href="/rosters/{MAY}/?page=3#row-{player.number}"' in page
    assert page.count('class="own"') == 1
    assert "Go to your row" not in page_of(sign_in(missing), f"/rosters/{MAY}/")
    assert "Go to your row" not in page_of(Client(), f"/rosters/{MAY}/")
