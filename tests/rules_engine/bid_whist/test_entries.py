"""Timetables, fees, doors, and who is in the draw."""

from datetime import time

import pytest

from rules_engine.bid_whist.entries import (
    Charge,
    Entrant,
    appeared_late,
    bar_at_the_door,
    bars_of_draw,
    charge,
    forfeits_by_arriving,
    prepaid_for_all,
    refund,
)
from rules_engine.bid_whist.timetable import BY_NAME, HANDS, MAIN_EVENT, TOURNAMENTS

MAIN = BY_NAME[MAIN_EVENT]


def test_the_four_timetables() -> None:
    timetables = [
        f"{tournament.weekday} {tournament.check_in:%H:%M} {tournament.seating:%H:%M} "
        f"{tournament.starts:%H:%M} {tournament.doors:%H:%M}"
        for tournament in TOURNAMENTS
    ]
    assert timetables == [
        "4 19:00 19:45 20:00 20:15",
        "5 09:00 09:45 10:00 10:15",
        "5 13:00 13:45 14:00 14:15",
        "5 18:00 18:45 19:00 19:15",
    ]


def test_three_rounds_and_four_in_the_main_event_of_four_hands() -> None:
    assert [tournament.rounds for tournament in TOURNAMENTS] == [3, 3, 4, 3]
    assert HANDS == 4


class TestFees:
    def test_ten_dollars_after_the_start(self) -> None:
        assert charge(MAIN, 4_000, time(14, 0)) == Charge(4_000, 0)
        assert charge(MAIN, 4_000, time(14, 0, 1)) == Charge(4_000, 1_000)
        assert charge(MAIN, 4_000, time(14, 0, 1)).total == 5_000

    def test_not_for_who_registered_online(self) -> None:
        assert charge(MAIN, 4_000, None).late == 0

    def test_never_negative(self) -> None:
        with pytest.raises(ValueError, match="negative"):
            charge(MAIN, -1, None)


def test_the_doors_close_a_quarter_of_an_hour_after_the_start() -> None:
    assert bar_at_the_door(MAIN, time(14, 15)) is None
    late = bar_at_the_door(MAIN, time(14, 15, 1))
    assert late is not None
    assert late.rule == "B-7/2"
    assert bar_at_the_door(MAIN, time(14, 30), allowed_by_director=True) is None


def test_both_players_paid_and_present() -> None:
    ada, bob = Entrant("ada", True, True), Entrant("bob", True, True)
    assert bars_of_draw([ada, bob]) == ()
    assert [bar.reason for bar in bars_of_draw([ada, Entrant("bob", False, False)])] == [
        "bob has not paid.",
        "bob is not present.",
    ]
    assert [bar.rule for bar in bars_of_draw([ada])] == ["B-5/2"]
    suspended = Entrant("bob", True, True, suspended=True)
    assert [bar.rule for bar in bars_of_draw([ada, suspended])] == ["B-47/Canon 2"]


def test_arriving_after_the_quarter_of_an_hour_forfeits_the_game() -> None:
    assert not forfeits_by_arriving(MAIN, time(14, 15))
    assert forfeits_by_arriving(MAIN, time(14, 15, 1))


def test_appearing_a_quarter_of_an_hour_after_registration_closed() -> None:
    assert not appeared_late(MAIN, time(14, 0))
    assert appeared_late(MAIN, time(14, 1))


def test_the_drawing_for_a_refund_is_among_those_who_prepaid_for_all() -> None:
    held = {tournament.name for tournament in TOURNAMENTS}
    prepaid = {"cy": held, "ada": held, "bob": held - {MAIN_EVENT}}
    assert prepaid_for_all(prepaid, held) == ("ada", "cy")
    assert prepaid_for_all(prepaid, set()) == ()
    assert {refund(["ada", "cy"], f"{seed}") for seed in range(20)} == {"ada", "cy"}
    assert refund(["ada", "cy"], "x") == refund(["cy", "ada"], "x")
    assert refund([], "x") is None
