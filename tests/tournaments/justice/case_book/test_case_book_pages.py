"""Pages of the case book: searched, marked as guiding, counted, taken home."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from tests.cast import Cast
from tests.tournaments.justice.rulings.ruling_cases import CASES
from tests.tournaments.justice.rulings.test_rule_on import seats_of
from tests.tournaments.justice.rulings.test_ruling_pages import SAID, at, signed_in, typed
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.selectors.rulings import latest_rulings


@pytest.mark.both_databases
def test_the_case_book_is_searched_marked_and_taken_home(cast: Cast, game: Game) -> None:
    executor = signed_in(cast.executor)
    seats = seats_of(game)
    for number, irregularity in enumerate(("revoke", "misdeal", "bid-out-of-turn"), start=1):
        case = next(case for case in CASES if case.irregularity == irregularity and case.adds).at(seats)
        form = typed(irregularity, case.facts, [])
        words = {"public": "on", "words": f"The wording of case {number}.", **SAID}
        place = {"irregularity": irregularity, "stanza": "1", "trick": "1", "do": "keep"}
        assert executor.post(at(game), {**place, **form, **words}).status_code == 302
    assert [ruling.number for ruling in latest_rulings(game=game, at_most=2)] == [3, 2], (
        "as the table sees them"
    )
    anybody = Client()

    def found(**query: str) -> set[str]:
        page = anybody.get("/rulings/", query).content.decode()
        return {number for number in "123" if f"The wording of case {number}." in page}

    assert found() == {"1", "2", "3"}
    assert found(search="wording 2") == {"2"}
    assert found(section="II/Revokes") == found(irregularity="revoke") == found(outcome="taken-back") == {"1"}
    assert found(outcome="points") == {"1", "3"}
    assert found(outcome="redeal") == {"2"}
    assert found(guiding="on") == set()
    number = Ruling.objects.get(irregularity="misdeal").pk
    assert executor.post(f"/rulings/{number}/guide/", {"note": "x"}).status_code == 403
    managing = signed_in(cast.managing)
    assert managing.post(f"/rulings/{number}/guide/", {"note": "As Ash did."}).status_code == 422
    assert managing.post(f"/rulings/{number}/guide/", {"note": "The same dealer."}).status_code == 302
    assert found(guiding="on") == {"2"}
    rows = list(csv.reader(io.StringIO(b"".join(anybody.get("/rulings/?as=csv")).decode())))
    assert len(rows) == 4
    managing.post(f"/rulings/{number}/unguide/", {"note": "Ruled otherwise since."})
    assert found(guiding="on") == set()
    by_program = managing.post(f"/api/v1/rulings/{number}/guide/", {"note": "Again."}, "application/json")
    assert (by_program.status_code, found(guiding="on")) == (200, {"2"})
    numbers = anybody.get("/rulings/statistics/").content.decode()
    assert "3&nbsp;rulings in all years." in numbers
    assert anybody.get("/rulings/statistics/", {"year": "1999"}).status_code == 200
