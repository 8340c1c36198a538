"""Every kind of incident: what it does to the score, and what the cards must bear out.

Sections II and III of the rules, readings 15, 21 and 26 to 33. Totals are worked out in the tests by hand.
"""

from typing import Any

import pytest

from tests.rules_engine.records import (
    Json,
    bids,
    cards,
    check,
    codes,
    edited,
    game,
    numbers,
    one_stanza,
    places,
    play,
)

# bob revokes in the first trick (5H on a lead of spades) in REVOKED; in SOUND he follows suit.
SOUND = "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 5H, cat 8S, dan 9S\nann JS, bob 6D, cat TS, dan 2S"
REVOKED = "ann KS, bob 5H, cat 7S, dan 6S\nann QS, bob 4S, cat 8S, dan 9S\nann JS, bob 6D, cat TS, dan 2S"
WHOOPIES = "ann KS, bob 3D, cat 7S, dan 6S\nbob 3H, cat 2H, dan 9C, ann *\nbob 6D, cat TS, dan 2S, ann JS"


def delta(record: Json, player: str) -> int:
    change: int = check(record)["stanzas"][0]["delta"][player]
    return change


def bob(tricks: str, *incidents: Json, defining: str = "3C", **more: Any) -> tuple[list[str], int]:
    """The codes found, and what the stanza changes for bob, who bid 0 and took nothing unless he says."""
    named = [{"player": "bob", **incident} for incident in incidents]
    record = one_stanza(tricks, defining, incidents=named, **more)
    return codes(record), delta(record, "bob")


@pytest.mark.parametrize(
    ("incident", "change"),
    [
        ({"kind": "bid-out-of-turn", "bid": 0}, 2),
        ({"kind": "changed-bid", "bid": 2}, 2),
        ({"kind": "illegal-bid", "bid": 4}, 2),
        ({"kind": "misdeal", "reason": "a card was exposed"}, 2),
        ({"kind": "exposed-card", "card": "4S", "trick": 1}, 2),
        ({"kind": "played-out-of-turn", "card": "4S", "trick": 1}, 2),
        ({"kind": "revoke-corrected", "card": "5H", "trick": 1}, 1),
        ({"kind": "type-1", "grounds": "improper-information"}, -5),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_what_an_incident_costs(incident: Json, change: int) -> None:
    assert bob(SOUND, incident) == ([], change)


@pytest.mark.parametrize(("kind", "change"), [("revoke-self", -2), ("revoke-other", -5), ("revoke-late", 2)])
def test_a_revoke_that_stands(kind: str, change: int) -> None:
    assert bob(REVOKED, {"kind": kind, "trick": 1}) == ([], change)
    assert bob(REVOKED, {"kind": kind, "trick": 2})[0] == ["incident-unsupported"]


def test_an_unreported_revoke_scores_nothing() -> None:
    assert bob(REVOKED) == (["revoke"], 2)


def test_an_intentional_revoke_is_reported_by_its_finding() -> None:
    guilty = {"kind": "type-2-finding", "grounds": "intentional-revoke"}
    everybody = dict.fromkeys(["ann", "bob", "cat", "dan"], "aye")
    assert bob(REVOKED, guilty | {"roll": everybody}) == ([], 2)


def test_two_revokes_are_two_incidents() -> None:
    twice = (
        REVOKED.replace("bob 4S", "bob 6D")
        .replace("dan 2S", "dan 5D")
        .replace("bob 6D, cat TS", "bob 4S, cat TS")
    )
    own, by_other = {"kind": "revoke-self", "trick": 1}, {"kind": "revoke-other", "trick": 2}
    assert bob(twice, own, by_other) == ([], -6)
    assert bob(twice, own) == (["revoke"], -2)


def test_a_bid_fails_once_however_many_incidents_say_so() -> None:
    looked: dict[str, Any] = {"kind": "type-1", "grounds": "improper-information"}
    both: list[dict[str, Any]] = [looked, {"kind": "revoke-self", "trick": 1}]
    assert bob(REVOKED, *both) == ([], -6)
    assert bob(REVOKED, *both, bids=bids("ann 0, bob 2, cat 0, dan 0")) == ([], -6)


def test_a_type_1_before_the_bid_fails_the_bid_he_makes_then() -> None:
    looked = {"kind": "type-1", "grounds": "improper-information"}
    assert bob(WHOOPIES, looked, bids=bids("ann 0, bob 3, cat 1, dan 0")) == ([], -5)
    assert bob(WHOOPIES, bids=bids("ann 0, bob 3, cat 1, dan 0")) == ([], 5)


@pytest.mark.parametrize(
    ("player", "trick", "defining", "expected"),
    [
        ("bob", 1, "3C", []),
        ("bob", 2, "3C", []),
        ("ann", 1, "3C", ["incident-unsupported"]),
        ("ann", 2, "3C", ["incident-unsupported"]),  # a joker is not called
        ("cat", 3, "TC", []),
        ("bob", 3, "3C", ["incident-unsupported"]),
    ],
)
def test_the_call_of_whoopie(player: str, trick: int, defining: str, expected: list[str]) -> None:
    call = {"kind": "no-whoopie-call", "player": player, "trick": trick}
    record = one_stanza(WHOOPIES if defining == "3C" else SOUND, defining, incidents=[call])
    assert codes(record) == expected
    silent = one_stanza(WHOOPIES if defining == "3C" else SOUND, defining)
    assert delta(record, player) == delta(silent, player) - 1


@pytest.mark.parametrize(
    ("player", "trick", "expected"),
    [
        ("ann", 1, ["incident-unsupported"]),
        ("bob", 1, []),
        ("cat", 2, []),
        ("dan", 2, ["incident-unsupported"]),
    ],
)
def test_the_call_under_a_joker_turned_up(player: str, trick: int, expected: list[str]) -> None:
    """ann's nine fixes the denomination and is not called; later nines are."""
    tricks = "ann 9S, bob 9H, cat 7S, dan 6S\nann QD, bob 5H, cat 9C, dan 9D"
    call = {"kind": "no-whoopie-call", "player": player, "trick": trick}
    assert codes(one_stanza(tricks.replace("dan 9D", "dan 8D"), "*", incidents=[call])) == expected


def test_no_call_is_due_while_the_other_joker_leads() -> None:
    tricks = "ann *, bob 7H, cat 7S, dan 6S\nann 7D, bob 5H, cat 7C, dan 9D"
    for player, trick, expected in [("cat", 1, ["incident-unsupported"]), ("cat", 2, [])]:
        call = {"kind": "no-whoopie-call", "player": player, "trick": trick}
        assert codes(one_stanza(tricks, "*", incidents=[call])) == expected


def test_a_withdrawn_whoopie_card_had_to_be_called_too() -> None:
    withdrawn = {"kind": "played-out-of-turn", "card": "3H", "trick": 1, "on_table": 0}
    tricks = "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 3H, cat 8S, dan 9S"
    assert bob(tricks, withdrawn, {"kind": "no-whoopie-call", "trick": 1})[0] == []


class TestBidsOutOfTurn:
    """Bids are listed in seat order; dan deals."""

    @pytest.mark.parametrize(
        ("player", "bid", "change"),
        [("cat", 0, 2), ("cat", 1, -2), ("dan", 0, -1), ("dan", 1, 1), ("dan", 2, 1)],
    )
    def test_who_loses_a_point(self, player: str, bid: int, change: int) -> None:
        """A bid of zero costs nobody but the dealer, whose own is void: he bids again, 0 or 2 here."""
        standing = {"ann": 0, "bob": 0, "cat": bid if player == "cat" else 0, "dan": 0}
        early = {"kind": "bid-out-of-turn", "player": player, "bid": bid}
        if player == "dan" and bid == 0:
            standing["dan"] = 2
        order = [[name, standing[name]] for name in ("ann", "bob", "cat", "dan")]
        record = one_stanza(SOUND, "3C", bids=order, incidents=[early])
        if player == "dan" and bid == 0:
            change = -2
        assert (codes(record), delta(record, player)) == ([], change)

    def test_a_bid_above_the_cards_is_replaced_and_still_out_of_turn(self) -> None:
        early = {"kind": "bid-out-of-turn", "bid": 9}
        assert bob(SOUND, early, {"kind": "illegal-bid", "bid": 9}) == ([], 1)

    def test_each_bidder_out_of_turn_by_himself(self) -> None:
        order = bids("ann 0, bob 1, cat 1, dan 0")
        early = [{"kind": "bid-out-of-turn", "player": player, "bid": 1} for player in ("cat", "bob")]
        record = one_stanza(SOUND, "3C", bids=order, incidents=early)
        assert codes(record) == []
        assert [delta(record, player) for player in ("bob", "cat")] == [-2, -2]


@pytest.mark.parametrize(
    ("player", "bid", "expected"),
    [
        ("bob", 4, []),
        ("bob", -1, []),
        ("bob", 3, ["incident-unsupported"]),
        ("dan", 3, []),
        ("dan", 2, ["incident-unsupported"]),
    ],
)
def test_an_illegal_bid_is_beyond_the_cards_or_the_dealers_forbidden_one(
    player: str, bid: int, expected: list[str]
) -> None:
    wrong = {"kind": "illegal-bid", "player": player, "bid": bid}
    assert codes(one_stanza(SOUND, "3C", incidents=[wrong])) == expected


class TestCorrectedRevokes:
    @pytest.mark.parametrize(
        ("card", "trick", "expected"),
        [
            ("5H", 1, []),
            ("6D", 1, ["penalty-card"]),
            ("6D", 2, ["incident-unsupported"]),
            ("AS", 1, ["incident-unsupported"]),
        ],
    )
    def test_the_wrong_card_goes_back(self, card: str, trick: int, expected: list[str]) -> None:
        """bob is out of spades after the first trick, so nothing can be corrected in the second."""
        wrong = {"kind": "revoke-corrected", "card": card, "trick": trick}
        assert bob(SOUND, wrong) == (expected, 1)

    def test_the_leader_cannot_have_revoked(self) -> None:
        wrong = {"kind": "revoke-corrected", "player": "ann", "card": "QS", "trick": 1}
        assert codes(one_stanza(SOUND, "3C", incidents=[wrong])) == ["incident-unsupported"]

    def test_nobody_revokes_on_a_joker(self) -> None:
        tricks = "ann *, bob 4S, cat 7S, dan TS\ndan JD, ann KS, bob 5H, cat 8D"
        assert bob(tricks, {"kind": "revoke-corrected", "card": "5H", "trick": 1})[0] == [
            "incident-unsupported"
        ]


class TestWrongNumberOfCards:
    """bob has one card too few, or one too many, of three."""

    SHORT = "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob {}, cat 8S, dan 9S\n{}"

    def short(self, second: str, third: str) -> list[Any]:
        incident = {"kind": "wrong-card-count", "player": "bob", "cards": 2}
        record = one_stanza(self.SHORT.format(second, third), "3C", incidents=[incident])
        return places(record)

    def test_a_short_hand_is_passed_over_once_it_is_empty(self) -> None:
        assert self.short("5S", "ann JS, cat TS, dan 2S") == []
        assert self.short("5S", "ann JS, bob TD, cat TS, dan 2S") == [("trick-size", 1, 3, None)]

    def test_a_short_hand_that_wins_with_its_last_card_passes_the_lead_to_its_left(self) -> None:
        assert self.short("AS", "cat TS, dan 2S, ann JS") == []
        assert self.short("AS", "dan 2S, ann JS, cat TS") == [("play-turn", 1, 3, "dan")]

    def test_two_short_hands_beside_each_other(self) -> None:
        tricks = "ann KS, bob AS, cat 7S, dan 6S\ndan 9D, ann QS"
        short = [{"kind": "wrong-card-count", "player": name, "cards": 1} for name in ("bob", "cat")]
        assert codes(one_stanza(tricks, "3C", incidents=short)) == []

    def test_a_hand_without_any_card(self) -> None:
        none = [{"kind": "wrong-card-count", "player": "ann", "cards": 0}]
        tricks = "bob 4S, cat 7S, dan 6S"
        true = one_stanza(tricks, "3C")
        record = edited(true, {"seats/-": "ann", "stanzas/0/incidents": none, "final/ann": 2})
        stanza = record["stanzas"][0]
        stanza["bids"] = bids("ann 0, bob 0, cat 0, dan 0")
        stanza["taken"]["ann"], stanza["scores"]["ann"] = 0, 2
        assert codes(record) == []

    def test_all_short_alike_play_so_many_tricks_fewer(self) -> None:
        short = [
            {"kind": "wrong-card-count", "player": name, "cards": 2} for name in ("ann", "bob", "cat", "dan")
        ]
        tricks = "\n".join(SOUND.splitlines()[:2])
        assert codes(one_stanza(tricks, "3C", cards=3, incidents=short)) == []

    def test_a_long_hand_keeps_one_card(self) -> None:
        long = {"kind": "wrong-card-count", "cards": 4}
        held = cards("ann KS QS JS, bob 4S 5H 6D 7D, cat 7S 8S TS, dan 6S 9S 2S")
        assert bob(SOUND, long, hands=held) == ([], 2)
        assert bob(SOUND, hands=held)[0] == ["hand-size"]
        assert bob(SOUND, long, hands=held | {"bob": ["4S", "5H", "6D"]})[0] == ["hand-size"]

    def test_a_penalty_card_that_a_long_hand_keeps_is_due_all_the_same(self) -> None:
        """The tricks do not show the card too many; it was seen when it was exposed."""
        long = {"kind": "wrong-card-count", "cards": 4}
        kept = {"kind": "exposed-card", "card": "7D", "trick": 1}
        assert bob(SOUND, long, kept)[0] == ["penalty-card", "penalty-card"]

    def test_the_card_kept_can_prove_a_revoke(self) -> None:
        long = {"kind": "wrong-card-count", "cards": 4}
        held = cards("ann KS QS JS, bob 4S 5H 6D 9C, cat 7S 8S TS, dan 6S 9S 2S")
        assert bob(SOUND, long, hands=held)[0] == []
        held["bob"][3] = "AS"
        record = one_stanza(SOUND, "3C", hands=held, incidents=[long | {"player": "bob"}])
        assert places(record) == [("revoke", 1, 2, "bob")]
        assert check(record)["findings"][0]["message"] == (
            "bob played 5H to a lead of spades while holding the suit, and no incident says so, "
            "nor that they did so again in trick 3."
        )


def test_penalties_before_a_misdeal_stay() -> None:
    again = {"kind": "misdeal", "reason": "the wrong player dealt"}
    looked = {"kind": "type-1", "grounds": "improper-information"}
    assert bob(SOUND, looked, again) == ([], -5)


def test_exposing_on_purpose_is_a_penalty_card_and_type_1() -> None:
    looked = {"kind": "type-1", "grounds": "improper-information"}
    assert bob(SOUND, looked, {"kind": "exposed-card", "card": "5H", "trick": 1}) == ([], -5)


def test_incidents_at_score_level_score_as_reported() -> None:
    stanza = {
        "cards": 1,
        "dealer": "dan",
        "bids": bids("ann 0, bob 0, cat 0, dan 0"),
        "taken": numbers("ann 1, bob 0, cat 0, dan 0"),
        "incidents": [
            {"kind": "no-whoopie-call", "player": "bob", "trick": 1},
            {"kind": "revoke-other", "player": "cat", "trick": 1},
            {"kind": "bid-out-of-turn", "player": "dan", "bid": 0},
        ],
        "scores": numbers("ann -1, bob 1, cat -5, dan 1"),
    }
    assert codes(game([stanza])) == []


def test_a_joker_thrown_while_holding_the_suit_is_a_revoke() -> None:
    tricks = play("ann KS, bob *, cat 7S, dan 6S\ncat 8S, dan 9S, ann QS, bob 4S")
    text = "\n".join(", ".join(" ".join(entry) for entry in plays) for plays in tricks)
    assert places(one_stanza(text, "3C")) == [("revoke", 1, 1, "bob")]
    assert (
        codes(one_stanza(text, "3C", incidents=[{"kind": "revoke-self", "player": "bob", "trick": 1}])) == []
    )
