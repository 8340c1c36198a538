"""The bracket of an event: drawn, told, renewed, printed; of any format that has one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pypdfium2
import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.knockout import KNOCKOUT
from tests.support.layout import plain
from tests.support.team_events import enter_teams, seat_in_order, team_event
from tournaments.formats.registry import registered
from tournaments.games.models import Game
from tournaments.slips.bracket_drawing import SIZES, Drawing, drawn
from tournaments.slips.documents.brackets import HEIGHT, WIDTH, bracket_pdf, drawing_of
from tournaments.slips.selectors.brackets import EventBracket, ShownMatch, ShownPlace, ShownSide, ShownStage
from tournaments.slips.services.slips import report_slip

PAGE = "/events/evening-of-knockout/bracket/"
PART = {"HX-Request": "true"}


@pytest.fixture
def knockout() -> Iterator[None]:
    with registered(KNOCKOUT):
        yield


def evening(cast: Cast, teams: int) -> Game:
    event = team_event(cast, "knockout", "knockout-1")
    return seat_in_order(cast, event, enter_teams(cast, event, teams), {"cards": 1})


def report(cast: Cast, game: Game, table: int) -> None:
    typed = {f"team-{2 * table - 1}": 3, f"team-{2 * table}": 7}
    place = f"r1-t{table}"
    report_slip(by=cast.director, game=game, place=place, typed=typed, idempotency_key=place, at=MARCH)


@pytest.mark.usefixtures("knockout")
def test_the_bracket_is_drawn_and_renews_itself(cast: Cast) -> None:
    game = evening(cast, 4)
    assert b"still open" not in Client().get("/events/evening-of-knockout/live/").content
    first = Client().get(PAGE)
    assert first.status_code == 200
    shown = first.content.decode()
    assert shown.count('<svg class="side') == 8
    assert shown.count("Team 4") == 2
    assert "Last 2" in shown
    assert 'href="/events/evening-of-knockout/papers/bracket.pdf"' in shown
    assert PAGE in Client().get("/events/evening-of-knockout/live/").content.decode()
    part = Client().get(PAGE, headers=PART)
    etag = part.headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(PAGE, headers={**PART, "If-None-Match": etag}).status_code == 304
    assert len(asked) <= 2
    report(cast, game, 1)
    renewed = Client().get(PAGE, headers={**PART, "If-None-Match": etag})
    assert renewed.status_code == 200
    assert renewed.content.decode().count("wins") == 1
    assert "<html" not in renewed.content.decode()
    bracket = Client().get("/api/v1/events/evening-of-knockout/bracket/").json()
    assert [side["won"] for side in bracket["stages"][0]["matches"][0]["sides"]] == [False, True]
    assert "tree-page" in Client().get("/events/evening-of-knockout/projector/").content.decode()


@pytest.mark.usefixtures("knockout")
def test_questions_do_not_grow_with_the_bracket(cast: Cast) -> None:
    def asked(address: str) -> int:
        with CaptureQueriesContext(connection) as caught:
            assert Client().get(address).status_code == 200
        return len(caught)

    evening(cast, 2)
    few = asked(PAGE), asked("/api/v1" + PAGE)
    later = MARCH + dt.timedelta(days=7)
    event = sanctioned_event(cast, name="Another", format_slug="knockout", at=later)
    seat_in_order(cast, event, enter_teams(cast, event, 8), {"cards": 1}, at=later)
    assert few == (asked("/events/another/bracket/"), asked("/api/v1/events/another/bracket/"))


@pytest.mark.both_databases
@pytest.mark.usefixtures("knockout")
def test_an_event_without_a_bracket_has_no_page_of_one(cast: Cast) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    for address in (f"/events/{event.slug}/bracket/", "/events/nothing/bracket/"):
        assert Client().get(address).status_code == 404
        assert Client().get("/api/v1" + address).status_code == 404
    unseated = team_event(cast, "knockout", "knockout-1")
    assert "No team is seated yet" in Client().get(f"/events/{unseated.slug}/bracket/").content.decode()


@pytest.mark.parametrize(
    ("more", "decided", "words"),
    [((7, 0), True, "one more hand."), (None, True, "by the Director."), (None, False, "is needed.")],
)
def test_a_tied_match_says_what_decides_it(more: Any, decided: bool, words: str) -> None:
    tied = match(1, Random(1), 8 if decided else 2)
    sides = [
        replace(side, score=25, more=decider, absent=False)
        for side, decider in zip(tied.sides, more or (None, None), strict=True)
    ]
    decided_match = replace(tied, sides=tuple(sides), decided=decided, tied=True)
    shown = plain(render_to_string("tournaments/slips/bracket_match.html", {"match": decided_match}))
    assert (f"Tied: {'decided by ' if more else ''}" in shown, words in shown) == (True, True)
    assert ("25 + 7" in shown, "25 + 0" in shown) == (more is not None, more is not None)


def of(teams: int, seed: int = 0) -> EventBracket:
    """A bracket of so many teams half played."""
    dice = Random(seed)
    stages = []
    size = teams
    while size > 1:
        stages.append(
            ShownStage(
                title=f"Top {size}", matches=tuple(match(at, dice, size) for at in range(1, size // 2 + 1))
            )
        )
        size //= 2
    return EventBracket(
        slug="main",
        name="Saturday Main Event",
        club="Wetherby Card Club",
        venue="Town Hall",
        format="bid-whist",
        certified=False,
        stages=tuple(stages),
        third=match(1, dice, 4),
        third_title="Third place",
        places=(ShownPlace(place=1, number=1, name="Hawthorn and Holly of Wetherby-on-the-Wharfe"),),
    )


def match(number: int, dice: Random, size: int) -> ShownMatch:
    sides = tuple(
        ShownSide(
            number=dice.randint(1, 200),
            name="Hawthorn and Holly-Wetherby",
            seed=dice.randint(1, 64),
            score=dice.randint(0, 40),
            absent=dice.random() < 0.1,
            won=won,
            lost=not won,
        )
        for won in (True, False)
    )
    return ShownMatch(number=number, place="", sides=(sides[0], sides[1]), decided=size > 4)


@pytest.mark.parametrize("teams", [2, 4, 16, 32, 64])
def test_nothing_of_a_drawing_overlaps_or_leaves_its_frame(teams: int) -> None:
    shown = of(teams)
    for drawing in (drawn(shown.stages, shown.third, shown.third_title, SIZES), drawing_of(shown)):
        assert len(drawing.boxes) == teams
        assert len(drawing.joints) == teams - 2
        no_two_overlap(drawing)
        for box in drawing.boxes:
            assert box.x >= 0
            assert box.y >= 0
            assert box.right <= drawing.width + 0.01
            assert box.y + box.height <= drawing.height
    assert drawing_of(shown).width <= WIDTH + 0.01
    assert drawing_of(shown).height <= HEIGHT + 30


@pytest.mark.parametrize("teams", [32, 64])
def test_a_tree_of_many_teams_is_as_high_as_the_page(teams: int) -> None:
    lowest = max(box.y + box.height for box in drawing_of(of(teams)).boxes)
    assert HEIGHT - 10 <= lowest <= HEIGHT


def no_two_overlap(drawing: Drawing) -> None:
    by_column: dict[float, list[Any]] = {}
    for box in drawing.boxes:
        by_column.setdefault(box.x, []).append(box)
    for column in by_column.values():
        column.sort(key=lambda box: box.y)
        for above, other in pairwise(column):
            assert above.y + above.height < other.y


@pytest.mark.parametrize("teams", [16, 32, 64])
def test_a_bracket_is_one_page_of_paper(teams: int) -> None:
    printed = bracket_pdf(of(teams), "The bracket", "identifier")
    document = pypdfium2.PdfDocument(printed)
    assert len(document) == 1
    assert "Third place" in document[0].get_textpage().get_text_range()
