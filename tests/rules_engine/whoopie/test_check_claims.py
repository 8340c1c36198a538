"""What a record claims once too often, at an impossible moment, or without what stands behind it."""

from typing import Any

import pytest

from tests.rules_engine.records import (
    Json,
    check,
    codes,
    edited,
    game,
    hand_of,
    one_stanza,
    places,
    table_of_four,
    without_cards,
)
from tests.rules_engine.whoopie.test_check_incidents import REVOKED, SOUND, WHOOPIES
from tests.rules_engine.whoopie.test_check_violations import (
    ALL,
    LOOKED,
    THIRD,
    adjusted,
    chaos,
    penalty,
    stanzas,
)

UNSUPPORTED = ["incident-unsupported"]


def bob(tricks: str, *incidents: Json) -> Json:
    return one_stanza(tricks, "3C", incidents=[{"player": "bob", **incident} for incident in incidents])


@pytest.mark.parametrize("second", ["revoke-self", "revoke-other", "revoke-late"])
@pytest.mark.parametrize("first", ["revoke-self", "revoke-other", "revoke-late"])
def test_a_revoke_is_punished_once(first: str, second: str) -> None:
    once = bob(REVOKED, {"kind": first, "trick": 1})
    twice = bob(REVOKED, {"kind": first, "trick": 1}, {"kind": second, "trick": 1})
    assert codes(once) == []
    assert codes(twice) == UNSUPPORTED
    assert codes(without_cards(twice)) == UNSUPPORTED


CALL = {"kind": "no-whoopie-call", "trick": 1}
TAKEN_BACK = {"kind": "played-out-of-turn", "card": "3D", "trick": 1, "on_table": 0}
OTHERS_REVOKE = {"kind": "revoke-corrected", "player": "ann", "card": "5H", "trick": 1}


@pytest.mark.parametrize(
    ("tricks", "incidents", "expected"),
    [
        (WHOOPIES, [CALL], []),
        (WHOOPIES, [CALL, CALL], UNSUPPORTED),
        (WHOOPIES, [CALL, CALL | {"trick": 2}], []),
        (WHOOPIES, [TAKEN_BACK, CALL, CALL], []),
        (WHOOPIES, [TAKEN_BACK, CALL, CALL, CALL], UNSUPPORTED),
    ],
)
def test_a_call_is_missed_as_often_as_a_whoopie_card_was_played(
    tricks: str, incidents: list[Json], expected: list[str]
) -> None:
    assert codes(bob(tricks, *incidents)) == expected


@pytest.mark.parametrize(
    ("caller", "trick", "revoker", "wrong", "expected"),
    [
        ("dan", 1, "bob", "5H", []),
        ("dan", 2, "bob", "5H", UNSUPPORTED),
        ("cat", 1, "bob", "5H", UNSUPPORTED),
        ("ann", 1, "bob", "5H", UNSUPPORTED),
        ("dan", 1, "ann", "5H", UNSUPPORTED),
        ("bob", 1, "bob", "3D", []),
    ],
    ids=["after the revoke", "another trick", "no whoopie card", "before it", "no such revoke", "his own"],
)
def test_a_whoopie_card_that_went_back_when_a_revoke_was_corrected_had_to_be_called(
    caller: str, trick: int, revoker: str, wrong: str, expected: list[str]
) -> None:
    """dan played the three of spades after bob's revoke, and another spade once it was corrected."""
    tricks = (
        "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 5S, cat 8S, dan 9S\nann AS, bob 5H, cat 9H, dan 3S\n"
    )
    tricks += "dan 8D, ann JD, bob 3D, cat TD"
    incidents = [
        {"kind": "no-whoopie-call", "player": caller, "trick": trick},
        {"kind": "revoke-corrected", "player": revoker, "trick": 1, "card": wrong},
    ]
    record = one_stanza(tricks, "3C", incidents=incidents)
    assert [code for code in codes(record) if code != "penalty-card"] == expected


def test_after_a_revoke_of_another_was_corrected_a_card_may_have_been_played_again() -> None:
    record = without_cards(bob(WHOOPIES, CALL, CALL))
    del record["stanzas"][0]["scores"], record["final"]
    assert codes(record) == UNSUPPORTED
    record["stanzas"][0]["incidents"].append(OTHERS_REVOKE)
    assert codes(record) == []


@pytest.mark.parametrize(
    ("player", "more", "expected"),
    [("bob", [], UNSUPPORTED), ("bob", [{"kind": "misdeal", "reason": "a card fell"}], []), ("dan", [], [])],
)
def test_a_bid_out_of_turn_stands_and_is_not_made_again(
    player: str, more: list[Json], expected: list[str]
) -> None:
    """dan deals: his bid is void, and he may bid too early again."""
    early = {"kind": "bid-out-of-turn", "player": player, "bid": 0}
    assert codes(one_stanza(SOUND, "3C", incidents=[early, early, *more])) == expected


@pytest.mark.parametrize(
    ("bids", "more", "expected"),
    [
        ([4, 4], [], UNSUPPORTED),
        ([4, 5], [], []),
        ([4, 4], [{"kind": "misdeal", "reason": "a card fell"}], []),
        ([4, 4, 4], [{"kind": "misdeal", "reason": "a card fell"}], UNSUPPORTED),
    ],
)
def test_an_illegal_bid_is_told_once(bids: list[int], more: list[Json], expected: list[str]) -> None:
    illegal = [{"kind": "illegal-bid", "bid": bid} for bid in bids]
    assert codes(bob(SOUND, *illegal, *more)) == expected


def test_a_wrong_number_of_cards_is_told_once() -> None:
    short = {"kind": "wrong-card-count", "cards": 2}
    tricks = "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 5S, cat 8S, dan 9S\nann JS, cat TS, dan 2S"
    assert codes(bob(tricks, short)) == []
    assert codes(bob(tricks, short, short)) == UNSUPPORTED


def test_a_corrected_revoke_is_told_once_for_each_wrong_card() -> None:
    wrong = {"kind": "revoke-corrected", "card": "5H", "trick": 1}
    assert codes(bob(SOUND, wrong)) == []
    assert codes(bob(SOUND, wrong, wrong)) == UNSUPPORTED


CORRECTED = {"kind": "revoke-corrected", "card": "5H", "trick": 1}


@pytest.mark.parametrize("stood", ["revoke-self", "revoke-other", "revoke-late"])
@pytest.mark.parametrize("corrected_first", [True, False])
@pytest.mark.parametrize("tricks", [SOUND, REVOKED])
def test_a_revoke_was_corrected_or_stands(tricks: str, corrected_first: bool, stood: str) -> None:
    both = [CORRECTED, {"kind": stood, "trick": 1}]
    record = bob(tricks, *(both if corrected_first else both[::-1]))
    assert codes(record) == UNSUPPORTED
    assert codes(without_cards(record)) == UNSUPPORTED


@pytest.mark.parametrize(("on_table", "expected"), [(-1, UNSUPPORTED), (0, []), (4, []), (5, UNSUPPORTED)])
@pytest.mark.parametrize("bare", [False, True])
def test_no_more_cards_lie_on_the_table_than_the_trick_has(
    on_table: int, expected: list[str], bare: bool
) -> None:
    shown = {"kind": "exposed-card", "card": "6D", "trick": 1, "on_table": on_table}
    record = bob("ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 6D, cat 8S, dan 9S", shown)
    assert codes(without_cards(record) if bare else record) == expected


@pytest.mark.parametrize("on_table", [-108, -1, 5, 108])
@pytest.mark.parametrize("kind", ["exposed-card", "played-out-of-turn"])
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_an_impossible_number_on_the_table_is_one_finding(player: str, kind: str, on_table: int) -> None:
    """The card was shown at the end of the first trick, too late to be played in it."""
    tricks = "ann KS, bob 7S, cat 4S, dan 6S\nann QS, bob 8S, cat 5S, dan 9S"
    card = {"ann": "QS", "bob": "8S"}[player]
    shown = {"kind": kind, "player": player, "card": card, "trick": 1, "on_table": on_table}
    assert codes(one_stanza(tricks, "3C", incidents=[shown | {"on_table": 4}])) == []
    assert codes(one_stanza(tricks, "3C", incidents=[shown])) == UNSUPPORTED


LED_TWICE = "ann KS, bob 4S, cat 7S, dan TS\nann QS, bob 5S, cat 8S, dan 6S\nann 9D, bob 6D, cat TD, dan JD"


def test_a_second_card_of_the_leader_was_played_after_his_lead() -> None:
    """ann leads the king and, before the others, the queen: that one binds from the next trick."""
    again: dict[str, Any] = {"kind": "played-out-of-turn", "player": "ann", "card": "QS", "trick": 1}
    assert codes(one_stanza(LED_TWICE, "3C", incidents=[again])) == []
    later = again | {"card": "9D"}
    gone = again | {"card": "KS"}
    untold = "on_table is missing: the card counts as played after the lead to trick 1."
    for wrong, place in [(later, ("penalty-card", 1, 2, "ann")), (gone, (*UNSUPPORTED, 1, 1, "ann"))]:
        record = one_stanza(LED_TWICE, "3C", incidents=[wrong])
        assert places(record) == [place]
        [finding] = check(record)["findings"]
        assert finding["message"].endswith(f". {untold}")
        answered = edited(record, {"stanzas/0/incidents/0/on_table": 1})
        assert [finding["message"].endswith(untold) for finding in check(answered)["findings"]] == [False]


def test_each_failure_to_play_a_penalty_card_is_found_and_names_the_card_that_was_due() -> None:
    """bob's six of diamonds is due as first discard; he throws a heart, then another, though a third has come
    to lie beside it."""
    tricks = (
        "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 5H, cat 8S, dan 9S\nann JS, bob 8H, cat TS, dan 2S\n"
        "ann AH, bob 7H, cat 2H, dan 4H\nann AD, bob 6D, cat 2D, dan 4D"
    )
    shown = {"kind": "exposed-card", "card": "6D", "trick": 1, "on_table": 0}
    newer = {"kind": "exposed-card", "card": "7H", "trick": 2}
    record = bob(tricks, shown, newer)
    assert places(record) == [("penalty-card", 1, trick, "bob") for trick in (2, 3)]
    assert [finding["message"] for finding in check(record)["findings"]] == [
        f"bob played {card}, but the penalty card 6D was due." for card in ("5H", "8H")
    ]


def test_everybody_seated_has_a_card_in_the_draw() -> None:
    record = table_of_four()
    del record["draw"][0]["bob"]
    [finding] = check(record)["findings"]
    assert (finding["code"], finding["player"]) == ("first-dealer-draw", "bob")
    assert "no card of bob" in finding["message"]


@pytest.mark.parametrize(
    ("rounds", "stray"),
    [
        ([{"ann": "KS", "bob": "KD", "cat": "9C", "dan": "2H"}, {"ann": "4S", "bob": "3S"}], None),
        ([{"ann": "KS", "bob": "KD", "cat": "2C", "dan": "2H"}, {"ann": "4S", "bob": "3S"}], "tie"),
        (
            [{"ann": "KS", "bob": "KD", "cat": "9C", "dan": "2H"}, {"ann": "4S", "bob": "3S", "cat": "7D"}],
            "cat",
        ),
        ([{"ann": "KS", "bob": "QD", "cat": "9C", "dan": "2H"}, {"cat": "4S"}], "cat"),
        (
            [
                {"ann": "KS", "bob": "KD", "cat": "KC", "dan": "2H"},
                {"ann": "4S", "bob": "3S", "cat": "4C"},
                {"ann": "8S", "cat": "7C", "bob": "2D"},
            ],
            "bob",
        ),
        ([{"ann": "KS", "bob": "KD", "cat": "9C", "dan": "2H"}, {}, {"ann": "4S", "bob": "3S"}], None),
    ],
)
def test_only_who_is_tied_draws_again(rounds: list[Json], stray: str | None) -> None:
    findings = check(table_of_four() | {"draw": rounds})["findings"]
    if stray == "tie":
        assert [finding["message"] for finding in findings] == [
            "The draw makes nobody yet First Dealer, not dan."
        ]
    elif stray is None:
        assert findings == []
    else:
        assert [(finding["code"], finding["player"]) for finding in findings] == [
            ("first-dealer-draw", stray)
        ]
        assert "not tied" in findings[0]["message"]


@pytest.mark.parametrize(
    ("happened", "message"),
    [
        (penalty("bob", ALL), "the finding behind the penalty of bob in stanza 1"),
        (adjusted("cat", ALL), "the finding behind the adjusted score of cat in stanza 1"),
        (THIRD, "the earlier improper information of bob in stanza 1"),
        (LOOKED, "the earlier improper information of bob in stanza 1"),
    ],
)
def test_after_a_split_what_may_stand_in_the_parent_is_named_as_not_checked(
    happened: Json, message: str
) -> None:
    record = game(stanzas([happened]), start=hand_of(1))
    document = check(record)
    assert document["findings"] == []
    assert f"{message}, as the parent game may have it" in document["not_checked"]
    behind = [chaos("bob", ALL)] if happened not in (THIRD, LOOKED) else [LOOKED, LOOKED]
    here = edited(record, {"stanzas/0/incidents": [*behind, happened]})
    document = check(here)
    assert [finding["code"] for finding in document["findings"]] == ["repetition"] * (happened == LOOKED)
    improper = [f"{message}, as the parent game may have it"] * 2 if LOOKED in behind else []
    assert [line for line in document["not_checked"] if "parent" in line] == improper
