"""One fault, put anywhere into a random event, is one finding, at every level of detail that can show it."""

from functools import cache

import pytest

from rules_engine.columbus_whist.random.command import without
from rules_engine.columbus_whist.random.event import random_event
from tests.rules_engine.columbus_whist import scoring_oracle
from tests.rules_engine.columbus_whist.events import check, codes, evening, with_totals
from tests.rules_engine.columbus_whist.mutations import ANY_DETAIL, BIDDING, BOOKS, HANDS, Spoiler
from tests.rules_engine.columbus_whist.slips import SLIPS
from tests.rules_engine.records import Json, codes_found, copied, spoilt
from tests.support.seeds import FIRST, FUZZED, randomly, seeds

EVENTS = 16
PLACES = 3
SHOWN = {"bids": BIDDING + BOOKS + HANDS, "books": BOOKS + HANDS, "scores": HANDS}
CASES = [(spoiler, detail) for detail, spoilers in SHOWN.items() for spoiler in spoilers + ANY_DETAIL]
CASES += [(spoiler, "results") for spoiler in ANY_DETAIL]
CASES += [(spoiler, detail) for spoiler in SLIPS for detail in ("bids", "results")]


@cache
def events() -> list[Json]:
    """Quiet and lively evenings of 2 to 14 teams; in the last one three are tied at the line."""
    return (
        [event_of(seed) for seed in seeds(EVENTS)]
        + [random_event(14, seed, qualifiers=count, mishaps=1.0) for seed, count in ((4, 3), (6, 8))]
        + [random_event(8, 10, mishaps=1.0)]
    )


def event_of(seed: int) -> Json:
    return random_event(2 + 2 * (seed % 6), 300 + seed, mishaps=(0.0, 0.5, 1.0)[seed % 3])


@cache
def told_in_detail(detail: str) -> list[Json]:
    return [without(copied(event), detail) for event in events()]


def spoil(spoiler: Spoiler, detail: str) -> list[tuple[list[str], set[str]]]:
    """The codes found and those allowed, for each place at which there was something to spoil."""
    results = [
        (codes_found(record), allowed)
        for record, allowed in spoilt(told_in_detail(detail), PLACES, spoiler, FIRST)
    ]
    assert results or FUZZED, "there was nothing to spoil"
    return results


@randomly
@pytest.mark.parametrize(
    ("spoiler", "detail"), CASES, ids=[f"{spoiler.__name__}-{detail}" for spoiler, detail in CASES]
)
def test_a_single_fault_is_found_once(spoiler: Spoiler, detail: str) -> None:
    for found_codes, allowed in spoil(spoiler, detail):
        assert len(found_codes) == 1
        assert set(found_codes) <= allowed


@pytest.mark.parametrize(("hand", "due"), [(0, [-3, 0]), (1, [3, 0]), (2, [3, 7])])
@pytest.mark.parametrize("side", [0, 1])
def test_a_score_noted_wrong_where_books_are_not_told_is_one_fault(
    hand: int, due: list[int], side: int
) -> None:
    """The second hand was made for all thirteen books; the game is what the other scores tell."""
    bids = [("3", 1, [-3, 0]), ("1 no", 1, [3, 0]), ("1 special", 2, [3, 7])]
    hands = [{"bid": bid, "by": by, "score": score} for bid, by, score in bids]
    result = {"winner": 2, "points": [3, 7], "ending": "points"}
    record = with_totals(evening(**{"rounds/0/0": {"teams": [1, 2], "hands": hands} | result}))
    assert codes(record) == []
    noted = record["rounds"][0][0]["hands"][hand]["score"]
    for slip in (-30, -17, 17, 30):
        noted[side] = due[side] + slip
        document = check(record)
        [finding] = document["findings"]
        assert (finding["code"], finding["hand"]) == ("hand-score", hand + 1)
        assert finding["message"] == (
            f"The score is noted as {noted[0]} and {noted[1]}; no number of books gives it."
        )
        assert document["rounds"][0][0] == document["rounds"][0][0] | result


def test_points_the_wrong_way_round_are_one_fault_where_both_ways_are_possible() -> None:
    """A set on a bid of one: team 1 had four points less than none, or three."""
    odd = {"teams": [1, 2], "winner": 1, "points": [1, 2], "ending": "odd"}
    record = with_totals(evening(**{"rounds/0/0": odd}))
    assert codes(record) == []
    record["rounds"][0][0]["points"].reverse()
    [finding] = check(record)["findings"]
    assert (finding["code"], finding["round"], finding["table"]) == ("points", 1, 1)
    assert finding["message"] == "2 and 1 points are noted; by the totals of both teams they are 1 and 2."


def test_the_officials_number_noted_wrong_is_one_fault_where_it_falls_into_a_tie() -> None:
    """Teams 1 and 6 played it off for the third place; by the number noted 3 and 5 had to for the fifth."""
    record = event_of(655863440)
    assert (record["qualifiers"], record["qualified"]) == (3, [2, 4, 1])
    record["qualifiers"] = 5
    [finding] = check(record)["findings"]
    assert finding["code"] == "qualified"
    assert finding["message"] == "Noted as going on are 2, 4, 1; the officials' number is 5, not 3."


@randomly
@pytest.mark.parametrize("detail", [*SHOWN, "results"])
def test_the_events_are_true_before_they_are_spoilt(detail: str) -> None:
    for event, record in zip(events(), told_in_detail(detail), strict=True):
        before = copied(record)
        assert codes_found(record) == []
        assert record == before
        document = check(record)
        assert document["findings"] == []
        assert [entry[:2] for entry in document["ranking"]] == event["ranking"]
        assert [entry[3:] for entry in sorted(document["ranking"], key=lambda entry: entry[1])] == event[
            "totals"
        ]
        assert document["qualified"] == event["qualified"]


def test_a_result_without_its_points_is_no_fault_and_is_named() -> None:
    record = without(copied(events()[1]), "results")
    del record["rounds"][0][0]["points"]
    document = check(record)
    assert document["findings"] == []
    assert "the points of games" in document["not_checked"]


def test_every_game_of_the_events_against_the_oracle() -> None:
    for event in events():
        for game in [game for games in event["rounds"] for game in games if "hands" in game]:
            winner, points, ending = scoring_oracle.outcome(game)
            if game["ending"] != "left":
                assert (winner, points, ending) == (game["winner"], game["points"], game["ending"])
            else:
                assert ending is None
                points[game["teams"].index(game["winner"])] += 5
                assert points == game["points"]
