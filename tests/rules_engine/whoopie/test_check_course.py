"""The course of a game: hand sizes and deal while people come and go, splits, entries, the end.

Section I and II, readings 9 to 12 and 34 to 44. Scores and places of random games are held against
`tests.rules_engine.whoopie.oracle`, which knows nothing of the engine.
"""

from typing import Any

import pytest

from rules_engine.whoopie.random.game import random_game
from tests.rules_engine.records import FOUR, Json, check, codes, edited, game, hand_of, places, without_cards
from tests.rules_engine.whoopie import oracle
from tests.support.seeds import by_seeds

TEN = ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"]


def stanza(cards: int, dealer: str, seated: list[str], **more: Any) -> Json:
    """At score level: everybody bids 0, and the player on the dealer's left takes everything."""
    at = seated.index(dealer) + 1
    order = seated[at:] + seated[:at]
    taken = {player: cards if player == order[0] else 0 for player in seated}
    return {
        "cards": cards,
        "dealer": dealer,
        "bids": [[player, 0] for player in order],
        "taken": taken,
    } | more


def run(hands: list[int], seats: list[str], dealers: list[str] | None = None, **more: Any) -> Json:
    """A game of these hand sizes, the deal passing from the last seat on."""
    turns = dealers or [seats[(at - 1) % len(seats)] for at in range(len(hands))]
    return game(
        [stanza(cards, dealer, seats) for cards, dealer in zip(hands, turns, strict=True)], seats, **more
    )


class TestHandSizes:
    @pytest.mark.parametrize(
        ("players", "most"), [(3, 17), (4, 13), (5, 10), (6, 8), (7, 7), (8, 6), (9, 5), (10, 5)]
    )
    def test_a_cycle_and_a_bit(self, players: int, most: int) -> None:
        hands = [*range(1, most + 1), *range(most - 1, 0, -1), 2, 3]
        assert codes(run(hands, TEN[:players])) == []
        assert places(run([*hands, 5], TEN[:players])) == [("cards-per-player", len(hands) + 1, None, None)]

    def test_one_more_than_the_deck_has(self) -> None:
        assert places(run([1, 2, 3, 4, 5, 6], TEN)) == [("cards-per-player", 6, None, None)]

    @pytest.mark.parametrize("hands", [[1, 2, 2, 3], [1, 2, 4, 5], [1, 2, 4, 4, 5], [2, 2, 3], [1, 1, 2, 3]])
    def test_one_wrong_hand_is_one_finding_if_it_goes_on_from_either(self, hands: list[int]) -> None:
        assert codes(run(hands, FOUR)) == ["cards-per-player"]

    @pytest.mark.parametrize(
        ("before", "hand", "leaving", "joining", "after"),
        [
            (8, 6, 0, 2, 5),  # the limit falls to 5, below 6
            (8, 5, 0, 2, 4),  # the limit is 5: the hand turns down
            (8, 4, 0, 2, 5),
            (10, 5, 2, 0, 6),  # the limit rises
        ],
    )
    def test_the_limit_is_that_of_those_seated_now(
        self, before: int, hand: int, leaving: int, joining: int, after: int
    ) -> None:
        seats = TEN[:before]
        hands = list(range(1, hand + 1))
        record = run(hands, seats)
        last = record["stanzas"][-1]["dealer"]
        now = [*seats, *TEN[before : before + joining]]
        gone = [player for player in reversed(now) if player != last][:leaving]
        now = [player for player in now if player not in gone]
        joins = [
            {"player": player, "left_of": seats[-1] if at == 0 else TEN[before + at - 1], "score": 0}
            for at, player in enumerate(TEN[before : before + joining])
        ]
        dealer = now[(now.index(last) + 1) % len(now)]
        more = {"leaves": gone, "joins": joins}
        for cards in range(1, 8):
            spoilt = edited(record, {"stanzas/-": stanza(cards, dealer, now, **more)})
            other_codes = [code for code in codes(spoilt) if code != "entry-score"]
            assert other_codes == ([] if cards == after else ["cards-per-player"])


class TestDeal:
    def test_it_passes_to_a_newcomer_on_the_left(self) -> None:
        seated = ["ann", "bob", "cat", "dan", "eve"]
        joins = [{"player": "eve", "left_of": "dan", "score": 1}]
        first = stanza(1, "dan", FOUR)
        assert codes(game([first, stanza(2, "eve", seated, joins=joins)])) == []
        assert places(game([first, stanza(2, "ann", seated, joins=joins)])) == [
            ("dealer-rotation", 2, None, "ann")
        ]

    def test_from_a_dealer_who_left_to_the_first_on_his_left_who_remains(self) -> None:
        first = stanza(1, "bob", [*FOUR, "eve"])
        rest = ["ann", "dan", "eve"]
        after = stanza(2, "dan", rest, leaves=["bob", "cat"])
        assert codes(game([first, after], [*FOUR, "eve"])) == []
        wrong = stanza(2, "eve", rest, leaves=["bob", "cat"])
        assert codes(game([first, wrong], [*FOUR, "eve"])) == ["dealer-rotation"]

    def test_a_wrong_deal_may_be_followed_from_either(self) -> None:
        for fourth in ("ann", "dan"):
            third = stanza(3, "cat", FOUR)
            record = game(
                [
                    stanza(1, "dan", FOUR),
                    stanza(2, "ann", FOUR),
                    third,
                    stanza(4, "cat" if fourth == "ann" else "dan", FOUR),
                ]
            )
            assert places(record) == [("dealer-rotation", 3, None, "cat")]


class TestTable:
    @pytest.mark.parametrize("count", [1, 2, 11, 12])
    def test_from_three_to_ten(self, count: int) -> None:
        players = [*TEN, "p10", "p11"][:count]
        record = (
            run([1], players) if count > 1 else game([stanza(1, "p0", players, taken={"p0": 1})], players)
        )
        assert places(record) == [("player-count", 1, None, None)]

    def test_too_few_are_left(self) -> None:
        second = stanza(2, "ann", ["ann", "bob"], leaves=["cat", "dan"])
        assert places(game([stanza(1, "dan", FOUR), second])) == [("player-count", 2, None, None)]

    def test_too_few_before_the_first_deal(self) -> None:
        assert codes(game([], ["ann", "bob"])) == ["player-count"]


class TestEntries:
    def joined(self, score: int, **more: Any) -> Json:
        """eve joins after a stanza that leaves -1, 2, 2 and 2: the average is 1.25."""
        join = {"player": "eve", "left_of": "ann", "score": score} | more
        seated = ["ann", "eve", "bob", "cat", "dan"]
        return game([stanza(1, "dan", FOUR), stanza(2, "ann", seated, joins=[join])])

    @pytest.mark.parametrize(("score", "expected"), [(1, []), (2, ["entry-score"]), (0, ["entry-score"])])
    def test_a_newcomer_has_the_truncated_average(self, score: int, expected: list[str]) -> None:
        assert codes(self.joined(score)) == expected
        assert check(self.joined(score))["stanzas"][1]["scores"]["eve"] == 1 - 1

    def test_truncated_towards_minus_infinity(self) -> None:
        first = stanza(1, "dan", FOUR) | {"bids": [["ann", 1], ["bob", 1], ["cat", 1], ["dan", 1]]}
        first["taken"] = {"ann": 0, "bob": 0, "cat": 0, "dan": 1}
        first["incidents"] = [{"kind": "revoke-other", "player": "dan", "trick": 1}]
        seated = ["ann", "eve", "bob", "cat", "dan"]
        for score, expected in [(-2, []), (-1, ["entry-score"]), (-3, ["entry-score"])]:
            joins = [{"player": "eve", "left_of": "ann", "score": score}]
            second = stanza(2, "ann", seated, joins=joins)
            assert codes(game([first, second])) == (expected if score != -2 else [])

    def test_leavers_count_in_the_average(self) -> None:
        joins = [{"player": "eve", "left_of": "ann", "score": 1}]
        seated = ["ann", "eve", "cat", "dan"]
        record = game([stanza(1, "dan", FOUR), stanza(2, "ann", seated, joins=joins, leaves=["bob"])])
        assert codes(record) == []

    @pytest.mark.parametrize(("score", "expected"), [(2, []), (3, ["entry-score"]), (1, ["entry-score"])])
    def test_a_returner_has_his_former_score(self, score: int, expected: list[str]) -> None:
        back = [{"player": "bob", "left_of": "ann", "score": score, "returns": True}]
        three = ["ann", "cat", "dan"]
        record = game(
            [
                stanza(1, "dan", FOUR),
                stanza(2, "ann", three, leaves=["bob"]),
                stanza(3, "bob", FOUR, joins=back),
            ]
        )
        assert codes(record) == expected
        assert check(record)["final"]["bob"] == 2 + 2

    def test_who_joins_before_the_first_deal_starts_at_nothing(self) -> None:
        joins = [{"player": "eve", "left_of": "dan", "score": 0}]
        assert codes(game([stanza(1, "dan", [*FOUR, "eve"], joins=joins)])) == []
        joins = [{"player": "eve", "left_of": "dan", "score": 1}]
        assert codes(game([stanza(1, "dan", [*FOUR, "eve"], joins=joins)])) == ["entry-score"]

    def test_a_newcomer_may_enter_by_true_or_reported_totals(self) -> None:
        record = self.joined(1)
        record["stanzas"][0]["scores"] = {"ann": -1, "bob": 42, "cat": 2, "dan": 2}
        assert codes(record) == ["score-mismatch"]
        record["stanzas"][1]["joins"][0]["score"] = 11
        assert codes(record) == ["score-mismatch"]


class TestSplit:
    """ann, bob, cat and eve go on as a group; bob left the parent with 7 and may come back."""

    def group(self, hands: list[int], direction: str = "up", **more: Any) -> Json:
        start = hand_of(hands[0], direction) | {"player_hands": 40, "average": 6}
        start["scores"] = {"ann": 10, "cat": 5, "dan": -3, "bob": 7}
        seats = ["ann", "cat", "dan"]
        record = run(hands, seats, start=start)
        return record | more

    def test_scores_hands_direction_and_player_hands_carry_over(self) -> None:
        document = check(self.group([4, 5, 6]))
        assert document["findings"] == []
        assert document["player_hands"] == 40 + 9
        assert document["final"] == {"ann": 13, "cat": 8, "dan": 0}
        assert codes(self.group([4, 3, 2, 1, 2], "down")) == []
        assert codes(self.group([4, 3, 2], "up")) == ["cards-per-player"]

    def test_the_first_hand_is_the_parents_next_within_the_groups_limit(self) -> None:
        assert places(edited(self.group([4, 5]), {"start/cards": 5})) == [("cards-per-player", 1, None, None)]
        seats = TEN[:9]
        start = hand_of(7) | {"scores": dict.fromkeys(seats, 0)}
        assert codes(run([5, 4], seats, start=start)) == []

    def test_a_newcomer_of_the_first_hand_has_the_parents_average(self) -> None:
        seated = ["ann", "cat", "dan", "eve"]
        for score, expected in [(6, []), (0, ["entry-score"]), (4, ["entry-score"])]:
            joins = [{"player": "eve", "left_of": "dan", "score": score}]
            record = self.group([4])
            record["stanzas"] = [stanza(4, "dan", seated, joins=joins)]
            assert codes(record) == expected

    def test_a_newcomer_seated_from_the_start_has_it_too(self) -> None:
        record = self.group([4])
        record["seats"] = ["ann", "cat", "dan", "eve"]
        record["stanzas"] = [stanza(4, "dan", record["seats"], scores={"eve": 6 - 1})]
        assert codes(record) == []

    def test_who_left_the_parent_returns_with_his_score(self) -> None:
        for score, expected in [(7, []), (6, ["entry-score"])]:
            joins = [{"player": "bob", "left_of": "ann", "score": score, "returns": True}]
            record = self.group([4])
            record["stanzas"].append(stanza(5, "ann", ["ann", "bob", "cat", "dan"], joins=joins))
            assert codes(record) == expected

    def test_a_split_of_a_split(self) -> None:
        first = self.group([4, 5, 6])
        after = check(first)
        start = hand_of(7) | {"scores": after["final"], "player_hands": after["player_hands"]}
        second = run([7, 8], ["ann", "cat", "dan"], start=start)
        assert codes(second) == []
        assert check(second)["player_hands"] == 40 + 9 + 6


class TestEnd:
    def left_early(self, extrapolate: bool, final: int) -> Json:
        """bob leaves after the first stanza, the others play three more."""
        three = ["ann", "cat", "dan"]
        later = [stanza(2, "cat", three, leaves=["bob"]), stanza(3, "dan", three), stanza(4, "ann", three)]
        record = game([stanza(1, "ann", FOUR), *later])
        scores = check(record)["final"]
        return record | {
            "absent": [{"player": "bob", "extrapolate": extrapolate}],
            "final": scores | {"bob": final},
        }

    def test_extrapolation(self) -> None:
        bare = self.left_early(False, 0)
        after, sat = oracle.totals(bare), oracle.lineups(bare)
        due = (
            after[-1]["bob"]
            + oracle.floor_average(after[-1], sat[-1])
            - oracle.floor_average(after[0], sat[0])
        )
        assert due > after[-1]["bob"]
        assert codes(self.left_early(True, due)) == []
        assert places(self.left_early(True, due + 1)) == [("extrapolation", None, None, "bob")]
        assert places(self.left_early(True, after[-1]["bob"])) == [("extrapolation", None, None, "bob")]
        assert places(self.left_early(False, due)) == [("extrapolation", None, None, "bob")]
        assert codes(self.left_early(False, after[-1]["bob"])) == []

    def test_who_sat_to_the_end_is_not_extrapolated(self) -> None:
        record = run([1, 2], FOUR) | {"absent": [{"player": "ann", "extrapolate": True}]}
        assert places(record) == [("extrapolation", None, None, "ann")]

    def test_tied_players_share_a_place(self) -> None:
        document = check(run([1], FOUR))
        assert [[place, score] for place, _, score in document["ranking"]] == [
            [1, 2],
            [1, 2],
            [1, 2],
            [4, -1],
        ]

    @by_seeds(40)
    def test_random_games_against_the_oracle(self, seed: int) -> None:
        record = random_game(
            3 + seed % 8, seed, stanzas=8, mishaps=1.0, changes=True, newcomers=["x", "y", "z"]
        )
        for reported in (record, without_cards(record)):
            document = check(reported)
            assert document["findings"] == []
            assert document["final"] == oracle.final(record)
            assert {tuple(entry) for entry in document["ranking"]} == oracle.places(document["final"])
            assert document["player_hands"] == sum(len(seated) for seated in oracle.lineups(record))
            for mine, theirs in zip(oracle.totals(record), document["stanzas"], strict=True):
                assert {player: mine[player] for player in theirs["scores"]} == theirs["scores"]
