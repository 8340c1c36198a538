"""Slips of whist against rulings about them: what is not kept is found, and how the slip would keep it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from rules_engine.bid_whist.bids import BY_TEXT, points
from rules_engine.sentences import Sentence
from tournaments.formats.bid_whist.kept import SheetSlip
from tournaments.formats.bid_whist.scoresheets.games import game_of, outcome
from tournaments.formats.bid_whist.scoresheets.hands import sheet_fields as bid_fields
from tournaments.formats.columbus_whist.sheets.fields import sheet_fields as columbus_fields
from tournaments.formats.columbus_whist.sheets.words import Telling
from tournaments.formats.fields import Field
from tournaments.formats.military_whist import hands
from tournaments.formats.military_whist.ties import playoffs as ties
from tournaments.formats.registry import format_named
from tournaments.formats.rulings import NotKept
from tournaments.formats.slips import Due, EventHead, TeamHead
from tournaments.formats.standing_rulings import Ruled

Body = Mapping[str, Any]


def team(number: int) -> TeamHead:
    return TeamHead(
        number=number, name=f"T{number}", players={"A": f"{number}A", "B": f"{number}B"}, facts={}
    )


HEAD = EventHead(id="e", ruleset="r", planned={}, teams={4: team(4), 7: team(7)}, rounds=(((4,), (7,)),))
SIDES = (team(4), team(7))
COLUMBUS = columbus_fields(*SIDES)
BID = bid_fields((4, "T4"), (7, "T7"))


def ruled(slug: str, number: int = 1, **facts: Any) -> Ruled:
    """A ruling with what follows of it by its book."""
    book = format_named("-".join(slug.split("-")[:2])).rulings
    assert book is not None
    result = book.irregularities[slug].ruled(facts)
    return Ruled(
        number=number,
        irregularity=slug,
        section=result.rule,
        facts=facts,
        consequences=result.consequences,
    )


def not_kept(fields: tuple[Field, ...], body: Body, *rulings: Ruled, head: EventHead = HEAD) -> list[NotKept]:
    """What the format finds, each said as it can be translated."""
    book = format_named("-".join(rulings[0].irregularity.split("-")[:2])).rulings
    assert book is not None
    assert book.compare is not None
    due = Due(place="p", title="", phase="", table=1, teams=(4, 7), fields=fields, rule="")
    unkept = list(book.compare(head, due, body, rulings))
    assert all(isinstance(missed.message, Sentence) and missed.message.facts for missed in unkept)
    for missed in unkept:
        if missed.body is not None:
            assert missed.ruled not in [
                again.ruled for again in book.compare(head, due, missed.body, rulings)
            ]
    return unkept


def won_by(body: Body) -> str:
    return Telling(SIDES, "").tell(body)[-1]


class TestColumbus:
    WON: Body = {
        "first-club": "1",
        "winner": "4",
        "hands": [{"bid": "3", "by": "4", "books": 9}, {"bid": "3", "by": "4", "books": 9}],
    }
    RENEGE: Mapping[str, Any] = {"team": "4", "found": "yes"}

    def test_a_game_awarded_is_missing_on_a_sheet_that_gives_it_to_the_offender(self) -> None:
        [missed] = not_kept(COLUMBUS, self.WON, ruled("columbus-whist-renege", **self.RENEGE))
        assert missed.message == ("Ruling 1 awards the game to the opponents of team 4; the sheet does not.")
        assert missed.body is not None
        assert "T7 won by a renege" in won_by(missed.body)

    def test_a_game_is_over_with_the_hand_that_was_ruled_on(self) -> None:
        [missed] = not_kept(COLUMBUS, self.WON, ruled("columbus-whist-renege", hand=1, **self.RENEGE))
        assert missed.body is not None
        assert missed.body["hands"] == [{"bid": "3", "by": "4"}]
        assert missed.body["wrong"] == [
            {"hand": 1, "kind": "renege", "by": "4", "found": "yes", "turned": "director"}
        ]

    @pytest.mark.parametrize(
        ("sheet", "kept"),
        [
            ({"winner": "7", "ending": "renege"}, True),
            ({"winner": "4", "ending": "points"}, False),
            ({**WON, "winner": "7", "ruling": "The director."}, True),
            ({**WON, "ruling": "Somebody."}, False),
            ({**WON, "wrong": [{"hand": 2, "kind": "renege", "by": "4", "found": "yes"}]}, True),
            ({**WON, "wrong": [{"hand": 2, "kind": "renege", "by": "4", "found": "no"}]}, False),
            ({**WON, "wrong": [{"hand": 2, "kind": "renege", "by": "7", "found": "yes"}]}, False),
        ],
    )
    def test_which_sheets_keep_it(self, sheet: Body, kept: bool) -> None:
        unkept = not_kept(COLUMBUS, sheet, ruled("columbus-whist-renege", **self.RENEGE))
        assert (not unkept) == kept
        for missed in unkept:
            assert missed.body is not None
            assert "T7 won by a renege" in won_by(missed.body)

    @pytest.mark.parametrize(("choice", "sentence"), [("set", "sets team 4"), ("continue", "")])
    def test_a_set_that_was_chosen(self, choice: str, sentence: str) -> None:
        ruling = ruled("columbus-whist-exposed", team="4", choice=choice, hand=2)
        unkept = not_kept(COLUMBUS, self.WON, ruling)
        assert [sentence in missed.message for missed in unkept] == [True] * bool(sentence)
        for missed in unkept:
            assert missed.body is not None
            assert "books" not in missed.body["hands"][1]
            assert missed.body["wrong"] == [{"hand": 2, "kind": "exposed", "by": "4", "choice": "set"}]

    def test_points_of_the_bid(self) -> None:
        ruling = ruled("columbus-whist-count-of-others", team="7", choice="points")
        assert "gives the opponents of team 7" in not_kept(COLUMBUS, self.WON, ruling)[0].message
        by_hand = {**self.WON, "rulings": [{"hand": 2, "reason": "So.", "points-4": 3}]}
        assert not not_kept(COLUMBUS, by_hand, ruling)

    def test_a_penalty_that_was_not_ruled(self) -> None:
        body = {**self.WON, "wrong": [{"hand": 2, "kind": "renege", "by": "4", "found": "yes"}]}
        [missed] = not_kept(COLUMBUS, body, ruled("columbus-whist-renege", team="4", found="no"))
        assert missed.message == "Ruling 1 takes nothing from team 4, but the sheet has a penalty for it."
        assert missed.body is not None
        assert "T4 won" in won_by(missed.body)

    def test_two_alike_are_two_rows(self) -> None:
        two = [ruled("columbus-whist-exposed", number, team="4", choice="set") for number in (1, 2)]
        row = {"hand": 1, "kind": "exposed", "by": "4", "choice": "set"}
        assert [missed.ruled.number for missed in not_kept(COLUMBUS, {**self.WON, "wrong": [row]}, *two)] == [
            2
        ]

    def test_what_deals_again_costs_nobody(self) -> None:
        assert not not_kept(COLUMBUS, self.WON, ruled("columbus-whist-wrong-dealer"))


class TestBid:
    FOUR: Body = {
        "winner": "4",
        "hands": [
            {"by": "4", "bid": "4", "end": "4"},
            {"by": "4", "bid": "5 Special", "end": "5"},
            {"by": "7", "bid": "4", "end": "4"},
            {"by": "7", "bid": "4", "end": "set"},
        ],
    }
    SUIT = "bid-whist-suit-not-followed"
    CALLED: Mapping[str, Any] = {"team": "4", "standing": "5 Special", "choice": "called"}

    def test_a_bid_awarded_is_missing_on_the_sheet(self) -> None:
        [missed] = not_kept(BID, self.FOUR, ruled(self.SUIT, **self.CALLED))
        assert "the bid on the table, 5 Special; the sheet does not" in missed.message
        assert missed.body is not None
        assert missed.body["hands"][1] == {
            "by": "4",
            "bid": "5 Special",
            "end": "renege",
            "fault": "suit-not-followed",
            "against": "4",
        }
        result = outcome(game_of(1, (4, 7), cast(SheetSlip, missed.body)))
        assert result is not None
        assert (result.winner, result.points[1]) == (7, 4 + points(BY_TEXT["5 Special"]))

    def test_which_hand_it_was_is_ruled_or_nobody_can_say(self) -> None:
        many = {**self.CALLED, "standing": "4"}
        assert not_kept(BID, self.FOUR, ruled(self.SUIT, **many))[0].body is None
        [missed] = not_kept(BID, self.FOUR, ruled(self.SUIT, hand=3, **many))
        assert missed.body is not None
        assert missed.body["hands"][2]["end"] == "renege"

    def test_a_bid_that_was_said_too_early_is_awarded_as_it_was_said(self) -> None:
        ruling = ruled("bid-whist-direction-early", team="7", improper="4 No", choice="called", hand=1)
        [missed] = not_kept(BID, self.FOUR, ruling)
        assert missed.body is not None
        assert missed.body["hands"][0] == {
            "end": "renege",
            "fault": "direction-early",
            "against": "7",
            "said": "4 No",
        }

    def test_another_bid_than_was_awarded(self) -> None:
        hand = {"by": "4", "bid": "4", "end": "renege", "fault": "suit-not-followed", "against": "4"}
        body = {**self.FOUR, "hands": [hand, *self.FOUR["hands"][1:]]}
        assert len(not_kept(BID, body, ruled(self.SUIT, hand=1, **self.CALLED))) == 1
        assert not not_kept(BID, body, ruled(self.SUIT, **{**self.CALLED, "standing": "4"}))

    def test_a_renege_that_was_not_called(self) -> None:
        hand = {"by": "4", "bid": "4", "end": "renege", "fault": "book-turned-again", "against": "4"}
        body = {**self.FOUR, "hands": [hand, *self.FOUR["hands"][1:]]}
        ruling = ruled("bid-whist-book-turned", team="4", standing="4", warned="no", choice="called")
        [missed] = not_kept(BID, body, ruling)
        assert missed.body is None
        warned = ruled("bid-whist-book-turned", team="4", standing="4", warned="yes", choice="called")
        assert not not_kept(BID, body, warned)

    def test_a_game_without_play_has_no_hand_to_rule_on(self) -> None:
        assert not not_kept(BID, {"forfeit": "4"}, ruled(self.SUIT, **self.CALLED))


class TestMilitary:
    LATE: Mapping[str, Any] = {"found": "late"}

    def test_a_revoke_is_two_tricks_on_the_slip_of_its_hand(self) -> None:
        fields = hands._fields()
        late = [ruled("military-whist-revoke", number, team="7", **self.LATE) for number in (1, 2)]
        [missed] = not_kept(fields, {"visitors": 8, "revokes_visitors": 1}, *late)
        assert missed.message == "Ruling 2 awards 2 tricks for a revoke of team 7; the slip does not."
        assert missed.body == {"visitors": 8, "revokes_visitors": 2}
        [home] = not_kept(fields, {"visitors": 8}, ruled("military-whist-revoke", team="4", **self.LATE))
        assert home.body == {"visitors": 8, "revokes_home": 1}

    def test_in_an_extra_hand_too(self) -> None:
        fields = ties._hand(HEAD, (1, 2), (1, 2), 1, "").fields
        [missed] = not_kept(fields, {"tricks": 8}, ruled("military-whist-revoke", team="7", **self.LATE))
        assert missed.body == {"tricks": 8, "revokes-other": 1}

    def test_a_count_of_flags_tells_no_hand(self) -> None:
        flags = (Field(name="flags", label="", kind="whole"),)
        assert not not_kept(flags, {"flags": 9}, ruled("military-whist-revoke", team="7", **self.LATE))

    def test_found_in_time_it_costs_nothing(self) -> None:
        ruling = ruled("military-whist-revoke", team="7", found="in-time")
        assert not not_kept(hands._fields(), {"visitors": 8}, ruling)
