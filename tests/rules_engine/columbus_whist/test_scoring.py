"""Hands and games: each rule by its own example, every game against the oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.columbus_whist.bids import BIDS
from rules_engine.columbus_whist.game import ENDINGS, START, State, after, ended, late, possible
from rules_engine.columbus_whist.hand import HandResult, conceded, decided, game_to, played, set_of
from tests.rules_engine.columbus_whist import scoring_oracle
from tests.rules_engine.columbus_whist.events import hand
from tests.rules_engine.records import Json


class TestOneHand:
    @pytest.mark.parametrize(
        ("bid", "taken", "points"),
        [("1", 7, 1), ("1", 6, -1), ("3", 9, 3), ("3", 11, 5), ("3", 8, -3), ("7 no", 13, 7), ("7", 12, -7)],
    )
    def test_six_and_the_bid(self, bid: str, taken: int, points: int) -> None:
        result = played(BIDS[bid], 1, taken)
        assert result.points == (0, points)
        assert result.set_side == (1 if points < 0 else None)

    def test_a_no_is_not_doubled(self) -> None:
        """Reading 3."""
        for books in range(14):
            assert len({played(BIDS[f"3{kind}"], 0, books) for kind in ("", " special", " no")}) == 1

    def test_only_one_side_scores(self) -> None:
        """Reading 2: the others earn nothing by books."""
        for bid in list(BIDS.values())[1:]:
            for taken in range(14):
                assert played(bid, 0, taken).points[1] == 0

    def test_an_exposed_card_sets_whoever_did_it(self) -> None:
        """29: for the points of the bid, whoever bid."""
        assert set_of(1, BIDS["4 no"]) == HandResult((0, -4), 1)

    def test_the_bidders_may_take_the_points_of_the_bid(self) -> None:
        assert conceded(0, BIDS["4 no"]) == HandResult((4, 0))

    @pytest.mark.parametrize(
        ("taken", "others", "settled"),
        [(9, 0, True), (8, 4, False), (8, 5, True), (0, 5, True), (0, 4, False)],
    )
    def test_play_may_stop_once_a_bid_is_made_or_set(self, taken: int, others: int, settled: bool) -> None:
        assert decided(BIDS["3"], taken, others) == settled


def run(*hands: tuple[HandResult, int, int]) -> State:
    state = START
    for result, bidder, number in hands:
        assert state.ending is None
        state = after(state, result, bidder, number)
    return state


def bid(side: int, text: str, books: int) -> tuple[HandResult, int, int]:
    return played(BIDS[text], side, books), side, BIDS[text].number


def shown(side: int, text: str, bidder: int) -> tuple[HandResult, int, int]:
    return set_of(side, BIDS[text]), bidder, BIDS[text].number


class TestEnds:
    @pytest.mark.parametrize(
        ("hands", "ending", "winner", "points"),
        [
            ([bid(0, "2", 11)], "points", 0, (5, 0)),
            ([bid(0, "2", 10), bid(1, "3", 13)], "points", 1, (4, 7)),
            ([bid(0, "2", 10), bid(0, "1", 13)], "points", 0, (11, 0)),
            ([bid(0, "5", 10)], "first-hand", 1, (-5, 5)),
            ([bid(1, "7", 3)], "first-hand", 0, (5, -7)),
            ([bid(1, "1", 7), bid(0, "6", 3)], "minus", 1, (-6, 1)),
            ([bid(1, "2", 7), bid(0, "5", 3)], "minus", 1, (-5, -2)),
            ([shown(0, "5", 1)], "minus", 1, (-5, 0)),
            ([bid(0, "2", 7), bid(1, "2", 8), bid(0, "2", 7)], "sets", 1, (-4, 7)),
            ([bid(0, "3", 7), bid(0, "4", 8)], "sets", 1, (-7, 5)),
            ([bid(0, "2", 10), bid(0, "2", 3), bid(0, "2", 8), bid(0, "2", 3)], "sets", 1, (2, 5)),
            ([bid(0, "1", 6)], "odd", 1, (-1, 5)),
            ([bid(0, "2", 10), bid(1, "2", 6), bid(0, "1 no", 3)], "odd", 1, (3, 3)),
            ([shown(1, "1", 0)], "odd", 0, (5, -1)),
            ([bid(0, "2", 7), shown(0, "3", 1)], "sets", 1, (-5, 5)),
        ],
    )
    def test_each_way(
        self, hands: list[tuple[HandResult, int, int]], ending: str, winner: int, points: tuple[int, int]
    ) -> None:
        state = run(*hands)
        assert (state.ending, state.winner, state.points) == (ending, winner, points)

    def test_five_more_once(self) -> None:
        """Reading 4: odd, second set and below minus five together still give five."""
        state = run(bid(0, "4", 3), bid(0, "1", 6))
        assert (state.ending, state.points) == ("odd", (-5, 5))

    @pytest.mark.parametrize(("by_renege", "ending"), [(True, "renege"), (False, "no-direction")])
    def test_the_game_and_five_more(self, by_renege: bool, ending: str) -> None:
        state = after(run(bid(0, "2", 9)), game_to(1), 0, 2, by_renege)
        assert (state.ending, state.winner, state.points) == (ending, 1, (3, 5))

    @pytest.mark.parametrize(
        ("seconds", "is_late"), [(0, False), (299, False), (300, False), (301, True), (None, True)]
    )
    def test_five_minutes(self, seconds: int | None, is_late: bool) -> None:
        assert late(seconds) == is_late

    def test_late_and_left(self) -> None:
        assert ended(START, 1, "late").points == (0, 5)
        assert ended(run(bid(1, "2", 9)), 1, "left").points == (0, 8)
        assert ended(run(bid(1, "2", 9)), 1, "ruling").points == (0, 3)


INCIDENTS: list[Json] = [
    {"kind": "renege", "by": 1, "found": True},
    {"kind": "renege", "by": 2, "found": True},
    {"kind": "exposed", "by": 1},
    {"kind": "out-of-turn", "by": 2, "choice": "set"},
    {"kind": "stopped", "by": 2, "choice": "continue"},
    {"kind": "count-of-bidders"},
    {"kind": "count-of-others", "choice": "points"},
    {"kind": "no-direction"},
]
HANDS = st.builds(
    lambda by, bid, taken, incident: hand(
        by, bid, [taken, 13 - taken], incidents=[INCIDENTS[incident]] if incident < len(INCIDENTS) else []
    ),
    st.sampled_from([1, 2]),
    st.sampled_from([bid for bid in BIDS if bid != "pass"]),
    st.integers(0, 13),
    st.integers(0, 30),
)


def engine(hands: list[Json]) -> tuple[int | None, list[int], str | None]:
    """The same by the engine, each hand as the check has it come to."""
    state = START
    for noted in hands:
        bidder = noted["by"] - 1
        awarded = BIDS[noted["bid"]]
        result = played(awarded, bidder, noted["books"][bidder])
        by_renege = False
        for incident in noted["incidents"]:
            side = incident.get("by", 0) - 1
            match incident["kind"]:
                case "renege":
                    result, by_renege = game_to(1 - side), True
                case "exposed" | "out-of-turn":
                    result = set_of(side, awarded)
                case "count-of-bidders":
                    result = set_of(bidder, awarded)
                case "count-of-others":
                    result = conceded(bidder, awarded)
                case "no-direction":
                    result = game_to(1 - bidder)
        if state.ending is None:
            state = after(state, result, bidder, awarded.number, by_renege)
    winner = None if state.winner is None else state.winner + 1
    return winner, list(state.points), state.ending


@given(st.lists(HANDS, min_size=1, max_size=8))
def test_every_game_against_the_oracle(hands: list[Json]) -> None:
    assert engine(hands) == scoring_oracle.outcome({"teams": [1, 2], "hands": hands})


def test_which_ends_are_possible() -> None:
    """Every ending reached by playing all games of short and long bids, and none besides."""
    reached: dict[str, set[tuple[int, int]]] = {ending: set() for ending in ENDINGS}
    open_states = {START}
    seen = {START}
    results = [
        (result, side, number)
        for side in (0, 1)
        for number in range(1, 8)
        for result in {played(BIDS[str(number)], side, books) for books in range(14)}
        | {set_of(1 - side, BIDS[str(number)]), game_to(side), game_to(1 - side)}
    ]
    while open_states:
        state = open_states.pop()
        for by_renege in (True, False):
            for result, side, number in results:
                come = after(state, result, side, number, by_renege)
                if come.ending is None:
                    come = State(come.points, come.sets, 1)
                    if come not in seen:
                        seen.add(come)
                        open_states.add(come)
                    continue
                assert come.winner is not None
                reached[come.ending].add((come.points[come.winner], come.points[1 - come.winner]))
    for state in seen:
        reached["left"].add(ended(state, 0, "left").points)
    reached["late"].add((5, 0))
    for ending in ENDINGS:
        if ending != "ruling":
            able = {(a, b) for a in range(-15, 16) for b in range(-15, 16) if possible(ending, a, b)}
            assert able == reached[ending], ending
