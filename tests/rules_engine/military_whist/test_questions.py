"""The topics of `decide` about Military Whist at, just under and just over each limit."""

from typing import Any

import pytest

from tests.rules_engine.decide.questions import ask, pointer


class TestMovement:
    def test_the_provincial_sheet_with_its_proof(self) -> None:
        reply = ask("military-movement", tables=16, hands=50, moves="circle", restarted=False, team=1)
        assert [hand["move"] for hand in reply["hands"][:16]] == [*range(1, 16), 1]
        assert reply["proof"]["even"]
        assert reply["proof"]["one_trump"] == 24
        assert sum(opponent["meetings"] for opponent in reply["proof"]["team"]) == 100
        for opponent in reply["proof"]["team"]:
            assert sum(opponent["trumps"].values()) == opponent["meetings"]

    @pytest.mark.parametrize(
        ("field", "values"), [("tables", (1, 61)), ("hands", (0, 1001)), ("team", (0, 5))]
    )
    def test_limits(self, field: str, values: tuple[int, ...]) -> None:
        for value in values:
            assert pointer("military-movement", **{field: value}) == f"/{field}"


class TestSheet:
    LINE = {"who": "A&B", "move": 1, "trump": "H", "dealer": "B"}

    def test_a_move_is_a_number_or_a_list(self) -> None:
        for move in (1, 4, [2, 3, 1]):
            reply = ask("military-sheet", hands=[self.LINE | {"move": move}])
            assert reply["findings"] == []

    @pytest.mark.parametrize(
        ("line", "place"),
        [
            ({"who": "A&A"}, "/hands/0/who"),
            ({"trump": "NT"}, "/hands/0/trump"),
            ({"dealer": "C"}, "/hands/0/dealer"),
            ({"move": [2, 3]}, "/hands/0/move"),
            ({"move": [2, 3, 4]}, "/hands/0/move/2"),
            ({"move": -1}, "/hands/0/move"),
        ],
    )
    def test_what_cannot_be_meant(self, line: dict[str, Any], place: str) -> None:
        assert pointer("military-sheet", hands=[self.LINE | line]) == place
        assert pointer("military-sheet", hands=[]) == "/hands"


class TestFlags:
    @pytest.mark.parametrize(
        ("changes", "flags", "paid", "may_lend"),
        [
            ({"trump": "H", "taken": 6, "held": 3, "lent": 0}, 0, 0, False),
            ({"trump": "H", "taken": 7, "held": 2, "lent": 0}, 1, 1, False),
            ({"trump": "H", "taken": 7, "held": 1, "lent": 0}, 1, 1, True),
            ({"trump": "H", "taken": 10, "held": 0, "lent": 0}, 2, 0, True),
            ({"trump": "H", "taken": 10, "held": 0, "lent": 3}, 2, 2, True),
            ({"trump": "H", "taken": 6, "held": 0, "lent": 1}, 0, 0, True),
            ({"trump": "H", "taken": 5, "revokes_of_home": 1, "held": 9, "lent": 0}, 1, 1, False),
        ],
    )
    def test_what_is_won_and_paid(
        self, changes: dict[str, Any], flags: int, paid: int, may_lend: bool
    ) -> None:
        reply = ask("military-flags", **changes)
        assert (reply["flags"], reply["paid"], reply["may_lend"]) == (flags, paid, may_lend)
        assert reply["short"] == flags - paid
        assert reply["visitors"] + reply["home"] == 13

    def test_limits(self) -> None:
        assert pointer("military-flags", taken=14) == "/taken"
        assert pointer("military-flags", held=-1) == "/held"
        assert pointer("military-flags", held=12, lent=1) == "/lent"
        assert pointer("military-flags", revokes_of_home=14) == "/revokes_of_home"


class TestTieBreak:
    def test_two(self) -> None:
        hand = {"teams": ["s", "n"], "tricks": [6, 7]}
        reply = ask("military-tie-break", teams=["n", "s"], draw=[], hands=[hand], trump_cut=..., cuts=[])
        assert (reply["order"], reply["next"], reply["trump"]) == (["n", "s"], [], None)

    def test_a_draw_that_is_still_tied(self) -> None:
        draw = [{"n": "4C", "s": "4D", "w": "AS"}]
        reply = ask("military-tie-break", draw=draw, hands=[], cuts=[])
        assert (reply["bye"], reply["next"], reply["order"]) == (None, [], [])
        assert "n, s" in reply["reason"]

    @pytest.mark.parametrize(
        ("changes", "place"),
        [
            ({"teams": ["n"]}, "/teams"),
            ({"draw": [{"n": "*", "s": "4D", "w": "AS"}]}, "/draw/0/n"),
            ({"draw": [{"n": "4C", "s": "4D"}]}, "/draw/0"),
            ({"draw": [{"n": "4C", "s": "4D", "e": "AS"}]}, "/draw/0/e"),
            ({"hands": [{"teams": ["n", "s"], "tricks": [5, 8]}]}, "/hands/0"),
            ({"hands": [{"teams": ["n", "w"], "tricks": [5, 9]}]}, "/hands/0/tricks"),
            ({"hands": [{"teams": ["n", "x"], "tricks": [5, 8]}]}, "/hands/0/teams"),
            ({"trump_cut": "*"}, "/trump_cut"),
            ({"cuts": [{"w A": "KC"}]}, "/cuts/0"),
            ({"cuts": [{"n A": "KC"}]}, "/cuts/0/n A"),
        ],
    )
    def test_what_cannot_be_meant(self, changes: dict[str, Any], place: str) -> None:
        assert pointer("military-tie-break", **changes) == place


class TestEvent:
    def test_a_member_may_play(self) -> None:
        reply = ask("military-eligibility", born="1971-12-31")
        assert (reply["eligible"], reply["bars"]) == (True, [])

    @pytest.mark.parametrize("born", ["1971-13-01", "yesterday", "31.12.1971"])
    def test_no_date(self, born: str) -> None:
        assert pointer("military-eligibility", born=born) == "/born"

    def test_nobody_goes_on_from_the_top(self) -> None:
        reply = ask("military-advancing", level="provincial")
        assert (reply["level"], reply["teams"], reply["tables"]) == (None, [], [])

    @pytest.mark.parametrize(
        ("changes", "place"),
        [
            ({"began": "nine"}, "/began"),
            ({"now": "0001-01-01T00:00"}, "/now"),
            ({"now": "9999-12-31T23:59"}, "/now"),
            ({"now": "2026-06-05T09:10+02:00"}, "/now"),
            ({"hands_left": -1}, "/hands_left"),
        ],
    )
    def test_no_moment(self, changes: dict[str, Any], place: str) -> None:
        assert pointer("military-clock", **changes) == place

    def test_the_clock_has_run_out(self) -> None:
        reply = ask("military-clock", now="2026-06-05T09:30")
        assert (reply["left"], reply["for_each_hand"]) == (-300, 0)
