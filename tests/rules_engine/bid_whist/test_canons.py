"""Violations step by step, also across tournaments."""

import pytest

from rules_engine.bid_whist.canons import (
    KINDS,
    Kind,
    Violation,
    late_to_seat,
    sanctioned,
    step,
    suspended_from,
)


@pytest.mark.parametrize(
    ("kind", "steps"),
    [
        ("late-appearance", ["director"] * 4),
        ("late-to-seat", ["written-warning", "forfeit", "forfeit-and-suspension", "forfeit-and-suspension"]),
        ("disruption", ["written-warning", "suspension", "suspension", "suspension"]),
        ("food", ["warning", "director", "director", "director"]),
        ("words", ["warning", "director", "director", "director"]),
        ("book-turned", ["warning", "renege", "renege", "renege"]),
    ],
)
def test_the_steps(kind: Kind, steps: list[str]) -> None:
    assert [step(kind, earlier) for earlier in range(4)] == steps
    assert kind in KINDS


def test_a_quarter_of_an_hour_to_sit_down() -> None:
    assert not late_to_seat(15)
    assert late_to_seat(15.1)


def test_steps_of_a_player_go_on_in_the_next_tournament() -> None:
    late = [Violation("ada", "late-to-seat", name) for name in ("friday", "early", "early")]
    assert [case.step for case in sanctioned(late)] == [
        "written-warning",
        "forfeit",
        "forfeit-and-suspension",
    ]
    words = [Violation("ada", "words", name) for name in ("friday", "early", "early")]
    assert [case.step for case in sanctioned(words)] == ["warning", "warning", "director"]
    others = [Violation(player, "disruption", "friday") for player in ("ada", "bob")]
    assert [case.step for case in sanctioned(others)] == ["written-warning"] * 2
    assert [case.rule for case in sanctioned(others)] == ["B-48/Canon 3"] * 2


class TestSuspension:
    late = tuple(Violation("ada", "late-to-seat", "friday") for _ in range(3))

    def test_from_the_next_tournament_entered(self) -> None:
        assert suspended_from("ada", self.late, ["friday", "main", "fever"]) == (("main",), 0)

    def test_it_waits_until_one_is_entered(self) -> None:
        assert suspended_from("ada", self.late, ["friday"]) == ((), 1)
        assert suspended_from("ada", self.late, ["friday", "next year"]) == (("next year",), 0)

    def test_each_takes_away_one(self) -> None:
        violations = (*self.late, Violation("ada", "late-to-seat", "friday"))
        entered = ["friday", "main", "fever", "later"]
        assert suspended_from("ada", violations, entered) == (("main", "fever"), 0)

    def test_others_play(self) -> None:
        assert suspended_from("bob", self.late, ["friday", "main"]) == ((), 0)

    def test_one_from_before_them_all(self) -> None:
        assert suspended_from("ada", self.late, ["main"]) == (("main",), 0)
