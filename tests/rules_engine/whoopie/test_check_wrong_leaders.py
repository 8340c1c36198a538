"""A wrong leader after a revoke that nobody named is found, unless another card of the revoker explains it.

A revoke without an incident may be a card noted wrong. By the card that was meant somebody else may have won
the trick, and then led rightly; that alone is no second fault.
"""

from collections.abc import Sequence

import pytest

from tests.rules_engine.records import Json, Place, one_stanza, places

# bob throws 5H on spades in the first trick though he has 4S; ann wins it with her king.
FIRST = "ann KS, bob 5H, cat 7S, dan 6S"
LED_BY_ANN = "ann QS, bob 4S, cat 8S, dan 9S"
LED_BY_BOB = "bob 4S, cat 8S, dan 9S, ann QS"
LED_BY_DAN = "dan 9S, ann QS, bob 4S, cat 8S"
LED_BY_CAT = "cat 8S, dan 9S, ann QS, bob 4S"
REVOKE = ("revoke", 1, 1, "bob")


def record(*tricks: str, incidents: Sequence[Json] = ()) -> Json:
    document = one_stanza("\n".join(tricks), "3C", incidents=list(incidents))
    for field in ("taken", "scores"):
        del document["stanzas"][0][field]
    del document["final"]
    document["stanzas"][0]["made"] = dict.fromkeys(["ann", "bob", "cat", "dan"], False)
    return document


def faults(*tricks: str, incidents: Sequence[Json] = ()) -> list[Place]:
    record_of_play = record(*tricks, incidents=incidents)
    faulty = [place for place in places(record_of_play) if place[0] in ("revoke", "play-turn")]
    return sorted(faulty, key=lambda place: place[2] or 0)


def test_the_winner_by_the_cards_leads() -> None:
    assert faults(FIRST, LED_BY_ANN) == [REVOKE]


def test_the_revoker_leads_as_if_he_had_won_with_another_card() -> None:
    assert faults(FIRST, LED_BY_BOB) == [REVOKE]


def test_nobody_leads_whom_no_card_of_the_revoker_makes_the_winner() -> None:
    assert faults(FIRST, LED_BY_DAN) == [REVOKE, ("play-turn", 1, 2, "dan")]


def test_somebody_else_leads_whom_another_card_of_the_revoker_lets_win() -> None:
    """bob's club is trump and wins; had he followed suit, ann's king would have."""
    trumped = "ann KS, bob 5C, cat 7S, dan 6S"
    assert faults(trumped, LED_BY_ANN) == [REVOKE]
    assert faults(trumped, LED_BY_DAN) == [REVOKE, ("play-turn", 1, 2, "dan")]


def test_another_card_may_have_made_a_later_one_trump() -> None:
    """Had bob played a joker, spades laid after it were trump, and cat's the highest."""
    assert faults(FIRST, LED_BY_CAT) == [REVOKE]


@pytest.mark.parametrize("led", ["bob 4S, dan 9S, cat 8S, ann QS", "bob 4S, ann QS, dan 9S, cat 8S"])
def test_the_trick_runs_clockwise_from_that_leader(led: str) -> None:
    assert faults(FIRST, led) == [REVOKE, ("play-turn", 1, 2, "bob")]


def test_trump_of_the_tricks_before_is_kept_in_mind() -> None:
    """cat's Whoopie card makes hearts trump in the first trick, so that in the second dan's, laid before
    bob's card, would win if bob's were lower; without it nothing of bob's makes dan the winner."""
    third = "dan 2C, ann QC, bob 4S, cat 8C"
    revoke = ("revoke", 1, 2, "bob")
    second = "cat KS, dan 9H, ann QS, bob TH"
    assert faults("ann AD, bob 4D, cat 3H, dan 6D", second, third) == [revoke]
    second = "cat KS, dan 9H, ann QS, bob TC"
    assert faults("ann 5D, bob 4D, cat AD, dan 6D", second, third) == [revoke, ("play-turn", 1, 3, "dan")]


def test_whoever_has_no_card_left_is_passed_over() -> None:
    """Had dan followed suit, bob's king would have won with bob's last card, and cat leads in bob's place."""
    tricks = (
        "cat 4S, dan 3S, ann 5S, bob AS",
        "bob KS, cat 6S, dan 2C, ann 7S",
        "cat QS, dan 8S, ann TD",
    )
    short = [{"kind": "wrong-card-count", "player": "bob", "cards": 2}]
    assert faults(*tricks, incidents=short) == [("revoke", 1, 2, "dan")]
    led_by_ann = (*tricks[:2], "ann TD, cat QS, dan 8S")
    assert faults(*led_by_ann, incidents=short) == [("revoke", 1, 2, "dan"), ("play-turn", 1, 3, "ann")]
