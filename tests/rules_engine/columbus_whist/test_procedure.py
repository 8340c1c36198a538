"""Infractions, the sheet, who goes on, the pot: by themselves, beside what the check makes of them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.columbus_whist.boston_pot import pot
from rules_engine.columbus_whist.infractions import (
    CHOICES,
    CONSEQUENCES,
    KINDS,
    REDEALS,
    Choice,
    Effect,
    Kind,
    UndecidedError,
    effect,
    renege,
)
from rules_engine.columbus_whist.signatures import SheetAct, kept
from rules_engine.columbus_whist.standings import Score, standings

AS_PRINTED: dict[Kind, dict[Choice | None, Effect]] = {
    "exposed-in-deal": {None: "redeal"},
    "wrong-dealer": {None: "redeal"},
    "count-before-play": {None: "redeal"},
    "count-of-both": {None: "redeal"},
    "exposed-before-bidding": {"continue": "none", "re-deal": "redeal"},
    "said-trump": {"continue": "none", "re-deal": "redeal"},
    "dragged-bid": {"continue": "none", "re-deal": "redeal"},
    "bid-out-of-turn": {"continue": "none", "re-deal": "redeal"},
    "no-direction": {None: "game"},
    "exposed": {None: "set", "set": "set", "continue": "none"},
    "out-of-turn": {None: "set", "set": "set", "continue": "none"},
    "stopped": {None: "set", "set": "set", "continue": "none"},
    "count-of-bidders": {None: "set"},
    "count-of-others": {"points": "points", "continue": "none"},
    "renege": {None: "game"},
    "book-reopened": {None: "none"},
    "card-named": {None: "none"},
    "conduct": {None: "none"},
}


class TestInfractions:
    @pytest.mark.parametrize(("kind", "choice"), list(product(KINDS, [None, *CHOICES])))
    def test_what_follows(self, kind: Kind, choice: Choice | None) -> None:
        due = AS_PRINTED[kind].get(choice)
        if due is None:
            with pytest.raises(UndecidedError):
                effect(kind, choice)
        else:
            assert effect(kind, choice) == due

    def test_what_voids_a_hand(self) -> None:
        assert set(REDEALS) == {kind for kind, by in AS_PRINTED.items() if "redeal" in by.values()}

    def test_who_did_it_is_the_bidders_or_not(self) -> None:
        bound = {
            kind: consequence.bidders
            for kind, consequence in CONSEQUENCES.items()
            if consequence.bidders is not None
        }
        assert bound == {"no-direction": True, "count-of-bidders": True, "count-of-others": False}

    def test_a_call_of_renege(self) -> None:
        """Reading 11: nothing is stated for a call that finds none."""
        assert (renege(True), renege(False)) == ("game", "none")


class TestSheet:
    def test_two_signatures_lock_it(self) -> None:
        first, second, change = SheetAct(1, ""), SheetAct(2, ""), SheetAct(None, "7 for 6")
        assert kept((1, 2), []).unsigned == (1, 2)
        assert not kept((1, 2), [first, first]).locked
        assert kept((1, 2), [second, first]).locked
        assert kept((1, 2), [change, first, change, second]).too_late == ()
        assert kept((1, 2), [first, second, change, first, change]).too_late == (2, 4)


SCORES = st.lists(st.builds(Score, st.integers(0, 6), st.integers(-9, 9)), min_size=1, max_size=12)


class TestStandings:
    def test_games_then_points(self) -> None:
        done = standings([Score(3, 10), Score(4, -2), Score(3, 12), Score(3, 10)], 2)
        assert done.ranking == ((1, 2), (2, 3), (3, 1), (3, 4))
        assert (done.qualified, done.tied) == ((2, 3), ())

    def test_only_a_tie_at_the_line_is_played_off(self) -> None:
        scores = [Score(3, 1), Score(3, 1), Score(2, 0), Score(2, 0), Score(0, 0)]
        assert standings(scores, 1).tied == (1, 2)
        assert standings(scores, 2)[1:] == ((1, 2), ())
        assert standings(scores, 3)[1:] == ((1, 2), (3, 4))
        played = standings(scores, 3, {frozenset({3, 4}): (4, 3)})
        assert (played.qualified, played.tied) == ((1, 2, 4), ())
        assert played.ranking[2:] == ((3, 4), (4, 3), (5, 5))
        assert standings(scores, 4, {frozenset({3, 4}): (4, 3)}).ranking[2:4] == ((3, 3), (3, 4))

    @given(SCORES, st.data())
    def test_as_many_go_on_as_the_officials_say(self, scores: list[Score], data: st.DataObject) -> None:
        count = data.draw(st.integers(0, len(scores)))
        done = standings(scores, count)
        better = [sum(other > score for other in scores) for score in scores]
        assert done.ranking == tuple(sorted((better[team - 1] + 1, team) for _, team in done.ranking))
        if not done.tied:
            assert len(done.qualified) == count
            return
        order = tuple(data.draw(st.permutations(done.tied)))
        assert len(standings(scores, count, {frozenset(order): order}).qualified) == count
        assert len(done.qualified) < count < len(done.qualified) + len(done.tied)


class TestPot:
    def test_most_bostons(self) -> None:
        assert pot(1000, {1: 0, 2: 2, 3: 1}, {1: 4, 2: 0, 3: 1})[:3] == ((2,), 1000, 0)

    def test_without_a_boston_most_games(self) -> None:
        done = pot(1000, {1: 0, 2: 0, 3: 0}, {1: 3, 2: 3, 3: 1})
        assert (done.winners, done.share, done.left, done.hit) == ((1, 2), 500, 0, False)

    def test_equals_share_and_what_does_not_divide_is_left(self) -> None:
        assert pot(1000, {1: 1, 2: 1, 3: 1}, {1: 0, 2: 0, 3: 0})[:3] == ((1, 2, 3), 333, 1)

    @given(
        st.integers(0, 10**6),
        st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=20),
    )
    def test_not_a_cent_is_lost(self, cents: int, teams: list[tuple[int, int]]) -> None:
        bostons = {team: hit for team, (hit, _) in enumerate(teams)}
        won = {team: games for team, (_, games) in enumerate(teams)}
        done = pot(cents, bostons, won)
        assert done.share * len(done.winners) + done.left == cents
        assert 0 <= done.left < len(done.winners)
        counted = bostons if max(bostons.values()) else won
        assert {counted[team] for team in done.winners} == {max(counted.values())}
