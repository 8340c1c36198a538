"""Rulings of Section II against tables written out from the text, and against the check of a record."""

from __future__ import annotations

from itertools import product

import pytest

from rules_engine.cards import CODES, NO_SUIT, TEXT
from rules_engine.whoopie.rulings import FORMS, facts_of
from rules_engine.whoopie.rulings.bids import BidOutOfTurn, ChangedBid, IllegalBid
from rules_engine.whoopie.rulings.calls import MissingCall
from rules_engine.whoopie.rulings.deals import Misdeal, WrongCount
from rules_engine.whoopie.rulings.information import ImproperInformation
from rules_engine.whoopie.rulings.outcome import LaidCard, Outcome
from rules_engine.whoopie.rulings.revokes import FoundBy, Revoke
from rules_engine.whoopie.rulings.table import ExposedCards, OlderCardDue, PlayedCard, PlayedOutOfTurn

SPADES, HEARTS = 0, 1


def cards(text: str) -> tuple[int, ...]:
    return tuple(CODES[card] for card in text.split())


def lying(outcome: Outcome, player: str) -> str:
    return " ".join(TEXT[card] for card in outcome.penalty_cards.get(player, ()))


def test_every_form_says_its_facts() -> None:
    assert facts_of("changed-bid") == ("player", "first", "then", "same_breath", "cards", "others")
    assert all(facts_of(name) and FORMS[name].__doc__ for name in FORMS)


@pytest.mark.parametrize(
    ("card", "defining", "called", "due"),
    [
        ("5S", "5D", False, True),
        ("5S", "5D", True, False),
        ("6S", "5D", False, False),
        ("*", "5D", False, False),
        ("5S", None, False, False),
        ("5S", "*", False, False),
        ("5S", "5S", False, False),
    ],
)
def test_a_point_for_a_whoopie_card_that_had_to_be_called_and_was_not(
    card: str, defining: str | None, called: bool, due: bool
) -> None:
    """W-30 and reading 21: due once there is a denomination, not of a joker nor of the card that fixes it."""
    gave = CODES[defining] if defining else None
    outcome = MissingCall("ann", CODES[card], gave, called).ruled()
    assert outcome.rule == "I/Trumps and Whoopie cards"
    assert (outcome.incident, outcome.effect) == (
        ("no-whoopie-call", (-1, False)) if due else (None, (0, False))
    )


@pytest.mark.parametrize(
    ("touched", "meant", "named_by", "played"),
    [
        (True, False, 0, True),
        (False, True, 2, True),
        (False, True, 1, False),
        (False, False, 3, False),
    ],
)
def test_what_counts_as_played(touched: bool, meant: bool, named_by: int, played: bool) -> None:
    outcome = PlayedCard("ann", CODES["5S"], touched, meant, named_by).ruled()
    assert (outcome.returned == {}) == played


class TestOutOfTurn:
    plays = tuple(
        LaidCard(player, CODES[card]) for player, card in (("cat", "KH"), ("dan", "2H"), ("cat", "AH"))
    )

    def test_it_and_every_card_after_it_is_a_penalty_card_and_the_turn_goes_back(self) -> None:
        outcome = PlayedOutOfTurn(self.plays, "bob", {"dan": cards("9C")}, scored=False).ruled()
        assert (lying(outcome, "cat"), lying(outcome, "dan")) == ("KH AH", "9C 2H")
        assert (outcome.turn, outcome.trick, outcome.effect) == ("bob", "returned", (0, False))

    def test_once_scored_the_tricks_stand(self) -> None:
        outcome = PlayedOutOfTurn(self.plays, "bob", {}, scored=True).ruled()
        assert (outcome.trick, outcome.penalty_cards, outcome.turn) == ("stands", {}, None)

    def test_whose_turn_it_was_did_not_play_out_of_it(self) -> None:
        with pytest.raises(ValueError, match="whose turn it was not"):
            PlayedOutOfTurn(self.plays, "cat", {}, scored=False).ruled()


class TestExposed:
    @pytest.mark.parametrize(
        ("exposed", "aged"),
        [("2S AH", "AH 2S"), ("9C 9D 9S 9H", "9S 9H 9D 9C"), ("AS * 2C", "* AS 2C"), ("* *", "* *")],
    )
    def test_the_higher_is_the_older_and_all_are_younger_than_those_before(
        self, exposed: str, aged: str
    ) -> None:
        outcome = ExposedCards("ann", cards(exposed), False, None, cards("3D"), False).ruled()
        assert lying(outcome, "ann") == f"3D {aged}"
        assert not outcome.type_1

    def test_the_card_meant_is_played_the_others_lie(self) -> None:
        outcome = ExposedCards("ann", cards("2S 7H KS"), True, CODES["7H"], (), False).ruled()
        assert lying(outcome, "ann") == "KS 2S"

    def test_on_purpose_is_improper_information_too(self) -> None:
        assert ExposedCards("ann", cards("2S"), False, None, (), True).ruled().type_1

    @pytest.mark.parametrize(
        ("shown", "in_turn", "meant"),
        [("2S 7H", False, "2S"), ("2S", True, "2S"), ("2S 7H", True, "AS"), ("2S 2S", False, None)],
    )
    def test_what_cannot_be(self, shown: str, in_turn: bool, meant: str | None) -> None:
        named = CODES[meant] if meant else None
        with pytest.raises(ValueError, match=r"meant|one hand"):
            ExposedCards("ann", cards(shown), in_turn, named, (), False).ruled()


class TestOlderCard:
    def test_of_1_2_3_the_second_played_comes_last(self) -> None:
        """Reading 24."""
        outcome = OlderCardDue("ann", CODES["KS"], cards("AS KS QS"), True, NO_SUIT, False, False).ruled()
        assert (lying(outcome, "ann"), outcome.turn) == ("AS QS KS", "ann")

    def test_later_the_trick_stands_and_the_card_stays_due(self) -> None:
        outcome = OlderCardDue("ann", CODES["KS"], cards("AS KS"), True, NO_SUIT, False, True).ruled()
        assert (lying(outcome, "ann"), outcome.trick) == ("AS", "stands")

    def test_a_hidden_card_of_the_suit_is_free_where_no_penalty_card_follows(self) -> None:
        outcome = OlderCardDue("ann", CODES["2H"], cards("AS"), False, HEARTS, True, False).ruled()
        assert (lying(outcome, "ann"), outcome.trick) == ("AS", "stands")

    def test_one_of_two_jokers_is_played_the_other_lies(self) -> None:
        outcome = OlderCardDue("ann", CODES["*"], cards("* *"), True, NO_SUIT, False, False).ruled()
        assert lying(outcome, "ann") == "*"

    def test_not_following_is_another_matter(self) -> None:
        with pytest.raises(ValueError, match="revoke"):
            OlderCardDue("ann", CODES["2H"], cards("AS"), False, SPADES, True, False).ruled()


STAGES = ("dealing", "bidding", "before-the-lead", "playing")


@pytest.mark.parametrize(
    ("fault", "dealt_again"),
    [
        ("card-exposed", (True, False, False, False)),
        ("undealt-card-exposed", (True, True, True, False)),
        ("wrong-dealer", (True, True, False, False)),
        ("wrong-count", (True, True, False, False)),
    ],
)
def test_misdeals(fault: str, dealt_again: tuple[bool, ...]) -> None:
    for stage, again in zip(STAGES, dealt_again, strict=True):
        outcome = Misdeal(fault, stage, "bob").ruled()  # type: ignore[arg-type]
        assert outcome.redeal == ("bob" if again else None), stage
        assert outcome.incident == ("misdeal" if again else None)


def test_a_short_hand_that_won_passes_the_lead_to_the_first_on_the_left_who_has_a_card() -> None:
    outcome = WrongCount("ann", 2, 3, True, (("bob", 0), ("cat", 1), ("dan", 1))).ruled()
    assert (outcome.leads, outcome.incident) == ("cat", "wrong-card-count")
    assert WrongCount("ann", 2, 3, False, (("bob", 1),)).ruled().leads is None
    with pytest.raises(ValueError, match="no wrong number"):
        WrongCount("ann", 3, 3, False, ()).ruled()


class TestBids:
    @pytest.mark.parametrize(
        ("bid", "dealer", "points", "became"),
        [
            *((0, False, 0, "stands"), (1, False, -1, "stands"), (5, False, -1, "stands")),
            *((6, False, -1, "substitute"), (0, True, -1, "void"), (3, True, -1, "void")),
        ],
    )
    def test_out_of_turn_of_five_cards(self, bid: int, dealer: bool, points: int, became: str) -> None:
        outcome = BidOutOfTurn("cat", bid, dealer, 5, "bob").ruled()
        assert (outcome.effect, outcome.bid, outcome.turn) == ((points, False), became, "bob")
        assert outcome.standing == (bid if became == "stands" else None)

    def test_changes_and_illegal_bids_at_every_number(self) -> None:
        """The last bidder must not make the bids add up to the tricks, nobody bids more than there are."""
        for tricks, first, then, others in product(range(1, 5), range(6), range(6), (None, 0, 2, 4, 9)):
            for breath in (True, False):
                counted = then if breath else first
                lawful = counted in set(range(tricks + 1)) - (
                    {tricks - others} if others is not None else set()
                )
                outcome = ChangedBid("ann", first, then, breath, tricks, others).ruled()
                assert outcome.standing == (counted if lawful else None)
                assert outcome.effect == (0, False)
                assert IllegalBid("ann", counted, tricks, others, False).ruled().standing == outcome.standing

    def test_after_the_lead_the_forbidden_sum_stands_but_no_bid_above_the_cards(self) -> None:
        assert IllegalBid("ann", 2, 3, 1, True).ruled().bid == "stands"
        assert IllegalBid("ann", 4, 3, 1, True).ruled().bid == "substitute"


class TestRevokes:
    """Every combination, against the three paragraphs of the text read one after the other."""

    @pytest.mark.parametrize("found_by", ["offender", "another", "check"])
    @pytest.mark.parametrize("played_on", ["", "ann", "ann bob", "bob"])
    def test_what_it_costs(self, found_by: FoundBy, played_on: str) -> None:
        for separable, begun in product((True, False), repeat=2):
            outcome = self.revoke(found_by, played_on, separable, begun).ruled()
            another_played = "bob" in played_on
            if begun:
                expected = ("revoke-late", 0, False, "stands")
            elif separable and not another_played:
                expected = ("revoke-corrected", -1, False, "returned")
            elif found_by == "offender":
                expected = ("revoke-self", -1, True, "stands")
            else:
                expected = ("revoke-other", -4, True, "stands")
            assert (outcome.incident, *outcome.effect, outcome.trick) == expected

    def revoke(self, found_by: FoundBy, played_on: str, separable: bool, begun: bool) -> Revoke:
        after = (LaidCard("bob", CODES["3S"]), LaidCard("cat", CODES["9S"]))
        on = tuple(LaidCard(player, CODES["KD"]) for player in played_on.split())
        return Revoke(
            player="ann",
            card=CODES["2C"],
            led=SPADES,
            held_suit=True,
            found_by=found_by,
            after=after,
            next_plays=on,
            separable=separable,
            bidding_begun=begun,
            lying=cards("7D"),
        )

    def test_put_right_the_others_take_theirs_back_and_only_the_offenders_lie(self) -> None:
        outcome = self.revoke("another", "ann", True, False).ruled()
        assert lying(outcome, "ann") == "7D 2C KD"
        assert set(outcome.penalty_cards) == {"ann"}
        assert outcome.returned == {"bob": cards("3S"), "cat": cards("9S")}
        assert (outcome.may_change, outcome.turn) == (("bob", "cat"), "ann")

    @pytest.mark.parametrize(("led", "held"), [(SPADES, False), (NO_SUIT, True), (3, True)])
    def test_who_followed_or_could_not_did_not_revoke(self, led: int, held: bool) -> None:
        revoke = self.revoke("another", "", True, False)
        outcome = revoke._replace(led=led, held_suit=held).ruled()
        assert (outcome.incident, outcome.effect) == (None, (0, False))


def test_the_third_improper_information_costs_nothing_until_a_vote() -> None:
    outcomes = [ImproperInformation("ann", "looked", earlier).ruled() for earlier in range(4)]
    assert [outcome.incident for outcome in outcomes] == [
        "type-1",
        "type-1",
        "type-2-finding",
        "type-2-finding",
    ]
    assert [outcome.effect for outcome in outcomes] == [(-4, True), (-4, True), (0, False), (0, False)]
