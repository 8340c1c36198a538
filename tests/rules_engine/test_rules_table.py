"""docs/rules.md names for every rule the code and the test that hold it; here every name is looked up.

Behind it stand the rules that no other test held by itself.
"""

from collections import Counter

import pytest

from rules_engine.cards import COPIES, DECK, JOKER, RANK, RANKS, SUIT, SUITS, TEXT
from rules_engine.reading import Malformed
from rules_engine.whoopie.check.outcome import last_three
from tests.rules_engine.records import (
    FOUR,
    Json,
    bids,
    check,
    codes,
    edited,
    game,
    hand_of,
    numbers,
    one_stanza,
    places,
)
from tests.rules_engine.rule_pages import ROOT, Row, exists, hold_to_the_code, rows

PAGE = ROOT / "docs" / "rules.md"
LATER = {"table card", "the scorekeeper's pad"}
RULES = rows(PAGE, r"W-\d+")
READINGS = rows(PAGE, r"\d+")


def test_every_rule_and_every_reading_has_one_row() -> None:
    assert [row.name for row in RULES] == [f"W-{number}" for number in range(1, 145)]
    assert [row.name for row in READINGS] == [str(number) for number in range(1, 76)]


@pytest.mark.parametrize("row", RULES + READINGS, ids=lambda row: row.name)
def test_what_a_row_names_is_there(row: Row) -> None:
    hold_to_the_code(row, LATER)


def test_a_name_that_is_gone_is_noticed() -> None:
    assert exists("rules_engine/whoopie/tricks.py:CardsOnTable.follow")
    assert exists("tests/rules_engine/whoopie/test_check_course.py::TestSplit::test_a_split_of_a_split")
    for gone in (
        "rules_engine/whoopie/tricks.py:CardsOnTable.fellow",
        "rules_engine/no.py:CardsOnTable",
        "/rulers/",
    ):
        assert not exists(gone)
    assert not exists("tests/rules_engine/whoopie/test_check_course.py::TestSplit::test_a_split_of_a_spilt")


def test_the_deck_and_its_ranks() -> None:
    """W-4 and W-5."""
    counts = Counter(DECK)
    assert len(DECK) == 54
    assert all(counts[card] == COPIES[card] == (2 if card == JOKER else 1) for card in counts)
    assert {TEXT[card] for card in DECK} == {rank + suit for rank in RANKS for suit in SUITS} | {"*"}
    for suit in range(4):
        ranks = [
            TEXT[card][0] for card in sorted(set(DECK), key=lambda card: -RANK[card]) if SUIT[card] == suit
        ]
        assert ranks == list("AKQJT98765432")


def test_each_group_draws_for_itself() -> None:
    """W-92: the draw of a group after a split is held to its own First Dealer and scorekeeper."""
    draw = [{"ann": "KS", "bob": "9D", "cat": "9C", "dan": "2H"}]
    record = one_stanza("ann KS, bob 4S, cat 7S, dan 6S", "3C")
    record |= {"draw": draw, "scorekeeper": "ann"}
    assert codes(record) == []
    assert places(record | {"scorekeeper": "bob"}) == [("scorekeeper-draw", None, None, "bob")]
    assert codes(edited(record, {"draw/0/dan": "AH", "draw/0/ann": "3S", "scorekeeper": "dan"})) == [
        "first-dealer-draw"
    ]


def test_who_has_no_second_card_leaves_the_fixing_to_the_next_leader() -> None:
    """Reading 20: ann leads the other joker with her only card; bob's lead then fixes hearts and fives, and
    cat's five is a Whoopie card, second to it."""
    short = {"kind": "wrong-card-count", "player": "ann", "cards": 1}
    tricks = "ann *, bob 7H, cat 7S, dan 6S\nbob 5H, cat 5D, dan AS"
    stanza = check(one_stanza(tricks, "*", incidents=[short]))["stanzas"][0]
    assert (stanza["winners"], stanza["trump_after"]) == (["ann", "bob"], "D")


def test_trump_of_one_trick_under_j_trump_is_kept_by_what_was_laid() -> None:
    """W-34: ann's ace of the suit led was trump when she laid it, so bob's Whoopie card does not beat it."""
    tricks = "ann KS, bob *, cat 6S\ncat 2H, ann AH, bob 5D"
    stanza = check(one_stanza(tricks, "5C"))["stanzas"][0]
    assert (stanza["winners"], stanza["trump_after"]) == (["cat", "ann"], "D")


def test_a_hidden_joker_does_not_go_before_a_penalty_card() -> None:
    """W-49, reading 24: to a joker led the oldest penalty card is due, though bob has the other joker."""
    shown = {"kind": "exposed-card", "player": "bob", "card": "5H", "trick": 1, "on_table": 0}
    tricks = "ann *, bob *, cat 7S, dan TS\nann JD, bob 5H, cat 8D, dan 9D"
    assert places(one_stanza(tricks, "QC", incidents=[shown])) == [("penalty-card", 1, 1, "bob")]


def test_a_revoke_forces_no_penalty_card() -> None:
    """Reading 24: bob could follow, so nothing but following was due; the revoke is the one fault."""
    shown = {"kind": "exposed-card", "player": "bob", "card": "5H", "trick": 1, "on_table": 0}
    tricks = "ann KS, bob 6D, cat 7S, dan TS\nann JS, bob 4S, cat 8S, dan 9S\nann JD, bob 5H, cat 8D, dan 9D"
    assert places(one_stanza(tricks, "QC", incidents=[shown])) == [("revoke", 1, 1, "bob")]


def test_the_deal_does_not_pass_on_a_misdeal() -> None:
    """W-54 and W-57: dan deals again after the misdeal, and ann's turn comes with the next stanza."""
    again = [{"kind": "misdeal", "reason": "bob had begun to deal"}]
    first = without_cards_at(1, "dan", FOUR, incidents=again)
    assert codes(game([first, without_cards_at(2, "ann", FOUR)])) == []
    assert places(game([first, without_cards_at(2, "bob", FOUR)])) == [("dealer-rotation", 2, None, "bob")]


@pytest.mark.parametrize(("score", "expected"), [(-3, []), (-2, ["entry-score"]), (-4, ["entry-score"])])
def test_below_nothing_too_the_average_is_the_lower_whole_number(score: int, expected: list[str]) -> None:
    """Reading 36: -1, -2, -1 and -5 are -2.25 on average."""
    first = without_cards_at(1, "dan", FOUR, bids=bids("ann 0, bob 1, cat 1, dan 1"))
    first["incidents"] = [
        {"kind": "no-whoopie-call", "player": "bob", "trick": 1},
        {"kind": "type-1", "player": "dan", "grounds": "improper-information"},
    ]
    joins = [{"player": "eve", "left_of": "ann", "score": score}]
    second = without_cards_at(2, "ann", ["ann", "eve", "bob", "cat", "dan"], joins=joins)
    assert check(game([first]))["final"] == numbers("ann -1, bob -2, cat -1, dan -5")
    assert codes(game([first, second])) == expected


@pytest.mark.parametrize(
    ("lineups", "steady"),
    [
        (["abc"], "abc"),
        (["abc", "abd"], "ab"),
        (["abcd", "abc", "abcd", "bcd"], "bc"),
        (["xyz", "abc", "abc", "abc"], "abc"),
        (["abc", "def", "ghi"], "ghi"),
    ],
)
def test_whose_scores_make_the_final_average(lineups: list[str], steady: str) -> None:
    """Reading 38: who played each of the last three stanzas; with nobody like that, who played the last."""
    assert last_three(lineups) == list(steady)


def without_cards_at(cards: int, dealer: str, seated: list[str], **more: object) -> Json:
    """At score level: everybody bids 0, and the player on the dealer's left takes everything."""
    at = seated.index(dealer) + 1
    order = seated[at:] + seated[:at]
    taken = {player: cards if player == order[0] else 0 for player in seated}
    stanza: Json = {"cards": cards, "dealer": dealer, "bids": [[player, 0] for player in order]}
    return stanza | {"taken": taken} | more


def test_a_leaver_of_the_parent_is_not_extrapolated_unseen() -> None:
    """Reading 38: what he left with stands in the parent's record, so the check says that it did not look."""
    start = hand_of(2) | {"scores": {"eve": 9, **dict.fromkeys(FOUR, 0)}}
    absent = [{"player": "eve", "extrapolate": True}]
    record = game([without_cards_at(2, "dan", FOUR)], start=start, absent=absent)
    record["final"] = numbers("ann -1, bob 2, cat 2, dan 2, eve 12")
    document = check(record)
    assert (document["findings"], document["final"]["eve"]) == ([], 12)
    assert "extrapolation of eve, who left the parent game" in document["not_checked"]


def test_who_misses_no_stanza_has_not_left() -> None:
    """Reading 37: nobody gets up and sits down again before the same deal."""
    back = {"player": "bob", "left_of": "ann", "score": 2, "returns": True}
    second = without_cards_at(2, "ann", FOUR, leaves=["bob"], joins=[back])
    with pytest.raises(Malformed) as malformed:
        check(game([without_cards_at(1, "dan", FOUR), second]))
    assert malformed.value.pointer == "/stanzas/1/joins/0/player"


@pytest.mark.parametrize(
    "happened",
    [
        {"kind": "type-2-finding", "player": "bob", "grounds": "improper-information"},
        {"kind": "type-2-penalty", "player": "bob", "points": 2, "roll": dict.fromkeys(FOUR, "aye")},
        {"kind": "adjusted-score", "player": "bob", "points": 2, "roll": dict.fromkeys(FOUR, "aye")},
    ],
    ids=lambda incident: incident["kind"],
)
def test_a_group_may_stand_on_what_its_parent_found(happened: Json) -> None:
    """Reading 45: counts and findings go along from parent to group, whose own record cannot show them."""
    stanza = without_cards_at(2, "dan", FOUR, incidents=[happened])
    alone = edited(game([stanza]), {"stanzas/0/cards": 1, "stanzas/0/taken/ann": 1})
    assert codes(alone) == ["incident-unsupported"]
    assert codes(game([stanza], start=hand_of(2))) == []
    voted = {"kind": "type-2-penalty", "player": "bob", "points": 2, "roll": dict.fromkeys(FOUR, "no")}
    stanza = without_cards_at(2, "dan", FOUR, incidents=[voted], bids=bids("ann 0, bob 0, cat 0, dan 0"))
    assert codes(game([stanza], start=hand_of(2))) == ["incident-unsupported"]
