"""Penalty cards (section II, readings 22 to 25, 31): which moments bind, their ages, what they force.

Each case is a short stanza in which one player's play is watched: the same cards with an exposure reported
are true, or a penalty card that was due is named with its trick.
"""

import pytest

from tests.rules_engine.records import Json, one_stanza, places

# ann leads all three tricks and wins two; bob follows suit three times.
FOLLOWING = "ann KS, bob 4S, cat 7S, dan TS\nann QS, bob 5S, cat 8S, dan 6S\nann 9D, bob 6D, cat TD, dan JD"
# bob is out of spades after the first trick.
DISCARDING = "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 5H, cat 8S, dan 9S\nann JS, bob 6D, cat TS, dan 2S"
JOKER_LED = "ann *, bob 4S, cat 7S, dan TS\ndan JD, ann KS, bob 5H, cat 8D"
JOKER_HELD = "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob *, cat 8S, dan 9S\ndan 2S, ann JS, bob 6D, cat TS"
JOKER_KEPT = "ann KS, bob 4S, cat 7S, dan 6S\nann QS, bob 6D, cat 8S, dan 9S\nann JS, bob *, cat TS, dan 2S"
TWO_JOKERS = "ann KS, bob *, cat 7S, dan 6S\ncat 8S, dan 9S, ann QS, bob *\nann JS, bob 6D, cat TS, dan 2S"
DIAMONDS_SECOND = (
    "ann KS, bob 4S, cat 7S, dan TS\nann 9D, bob 6D, cat 4D, dan 5D\nann QS, bob 5S, cat 8S, dan 6S"
)
REVOKE_WON = "ann KS, bob 4S, cat 7S, dan 6S\nann QD, bob 2C, cat 8D, dan 9D\nbob 9H, cat TD, dan 5D, ann JD"
REVOKE_WON_YOUNGER = (
    "ann KS, bob 4S, cat 7S, dan 6S\nann QD, bob 9H, cat 8D, dan 9D\nann JD, bob 2C, cat TD, dan 5D"
)


def shown(
    player: str, cards: str, trick: int, on_table: int | None = None, kind: str = "exposed-card"
) -> Json:
    """One act of exposing cards."""
    listed = cards.split()
    incident: Json = {"kind": kind, "player": player, "trick": trick}
    incident |= {"card": listed[0]} if len(listed) == 1 else {"cards": listed}
    return incident if on_table is None else incident | {"on_table": on_table}


def out_of_turn(player: str, cards: str, trick: int, on_table: int | None = None) -> Json:
    return shown(player, cards, trick, on_table, "played-out-of-turn")


def corrected(player: str, card: str, trick: int) -> Json:
    return {"kind": "revoke-corrected", "player": player, "card": card, "trick": trick}


# What happened, the tricks, the incidents, and in which trick a penalty card was due and not played.
CASES: list[tuple[str, str, list[Json], list[int]]] = [
    # At a lead: the oldest, always.
    ("led at once", FOLLOWING, [shown("ann", "KS", 1, 0)], []),
    ("another led instead, twice", FOLLOWING, [shown("ann", "9D", 1, 0)], [1, 2]),
    ("led when it was next his", FOLLOWING, [shown("ann", "QS", 1, 1)], []),
    ("two acts, oldest first", FOLLOWING, [shown("ann", "KS", 1, 0), shown("ann", "QS", 1, 0)], []),
    ("two acts, youngest first", FOLLOWING, [shown("ann", "QS", 1, 0), shown("ann", "KS", 1, 0)], [1]),
    ("acts are in time, not as listed", FOLLOWING, [shown("ann", "9D", 2, 1), shown("ann", "QS", 1, 2)], []),
    ("one act, the higher is older", FOLLOWING, [shown("ann", "9D KS", 1, 0)], [2]),
    ("one act, three cards", FOLLOWING, [shown("ann", "9D KS QS", 1, 0)], []),
    # Following suit.
    ("followed with it", FOLLOWING, [shown("bob", "4S", 1, 0)], []),
    ("followed with another", FOLLOWING, [shown("bob", "5S", 1, 0)], [1]),
    ("of another suit it waits", FOLLOWING, [shown("bob", "6D", 1, 0)], []),
    ("shown on his turn", FOLLOWING, [shown("bob", "5S", 1, 1)], [1]),
    ("shown after he had played", FOLLOWING, [shown("bob", "5S", 1, 2)], []),
    ("moment not given: from the next trick", FOLLOWING, [shown("bob", "5S", 1)], []),
    ("moment not given, too late", FOLLOWING, [shown("dan", "6S", 1), shown("dan", "JD", 1)], []),
    ("out of turn, moment not given: his own turn", FOLLOWING, [out_of_turn("bob", "5S", 1)], [1]),
    ("out of turn before him, then in turn", FOLLOWING, [out_of_turn("dan", "TS", 1, 0)], []),
    ("out of turn, then another", FOLLOWING, [out_of_turn("dan", "6S", 1, 1)], [1]),
    ("a lead out of turn", FOLLOWING, [out_of_turn("cat", "8S", 2, 0)], []),
    (
        "all after the wrong one",
        FOLLOWING,
        [out_of_turn("cat", "7S", 1, 0), out_of_turn("dan", "TS", 1, 1)],
        [],
    ),
    ("higher of the suit is older", FOLLOWING, [shown("bob", "4S 5S", 1, 0)], [1]),
    ("others' cards bind nobody else", FOLLOWING, [shown("dan", "JD", 1, 0), shown("cat", "TD", 1, 0)], []),
    # The first discard.
    ("discarded first", DISCARDING, [shown("bob", "5H", 1, 0)], []),
    ("another discarded first", DISCARDING, [shown("bob", "6D", 1, 0)], [2]),
    ("the older discarded first", DISCARDING, [shown("bob", "5H", 1, 0), shown("bob", "6D", 1, 0)], []),
    ("the younger discarded first", DISCARDING, [shown("bob", "6D", 1, 0), shown("bob", "5H", 1, 0)], [2]),
    ("of one act the six is older", DISCARDING, [shown("bob", "5H 6D", 1, 0)], [2]),
    (
        "a later act is younger, rank or not",
        DISCARDING,
        [shown("bob", "5H", 1, 0), shown("bob", "6D", 1, 1)],
        [],
    ),
    # To a joker lead.
    ("played to a joker lead", JOKER_LED, [shown("bob", "4S", 1, 0)], []),
    ("kept from a joker lead", JOKER_LED, [shown("bob", "5H", 1, 0)], [1]),
    ("oldest to a joker lead", JOKER_LED, [shown("bob", "4S 5H", 1, 0)], [1]),
    # A joker as penalty card.
    ("a joker waits while he can follow", JOKER_HELD, [shown("bob", "*", 1, 0)], []),
    ("a joker is due as first discard", JOKER_KEPT, [shown("bob", "*", 1, 0)], [2]),
    ("a joker is above the rest of its act", JOKER_KEPT, [shown("bob", "6D *", 1, 0)], [2]),
    ("a joker of an earlier act", JOKER_HELD, [shown("bob", "*", 1, 0), shown("bob", "6D", 1, 0)], []),
    ("a joker of a later act", JOKER_HELD, [shown("bob", "6D", 1, 0), shown("bob", "*", 1, 0)], [2]),
    ("both jokers", TWO_JOKERS, [shown("bob", "* *", 1, 0)], []),
    ("both jokers before the six", TWO_JOKERS, [shown("bob", "6D * *", 1, 0)], []),
    (
        "the six before the second joker",
        TWO_JOKERS,
        [shown("bob", "*", 1, 0), shown("bob", "6D", 1, 0), shown("bob", "*", 1, 0)],
        [2],
    ),
    # A younger one played in place of an older and taken back becomes the youngest: 1, 2, 3 is 1, 3, 2.
    (
        "taken back, played last",
        DIAMONDS_SECOND,
        [shown("ann", "KS QS 9D", 1, 0), shown("ann", "QS", 1, 0)],
        [],
    ),
    ("taken back, played second", FOLLOWING, [shown("ann", "KS QS 9D", 1, 0), shown("ann", "QS", 1, 0)], [2]),
    (
        "a hidden card taken back is the youngest",
        FOLLOWING,
        [shown("ann", "KS", 1, 0), shown("ann", "QS", 1, 1)],
        [],
    ),
    # Revokes corrected.
    ("wrong card discarded next", DISCARDING, [corrected("bob", "5H", 1)], []),
    ("wrong card kept back", DISCARDING, [corrected("bob", "6D", 1)], [2]),
    (
        "older exposure before the wrong card",
        DISCARDING,
        [corrected("bob", "5H", 1), shown("bob", "6D", 1, 0)],
        [2],
    ),
    (
        "revoke won and led on, wrong card first",
        REVOKE_WON,
        [corrected("bob", "2C", 1), out_of_turn("bob", "9H", 2, 0)],
        [],
    ),
    (
        "revoke won and led on, the lead first",
        REVOKE_WON_YOUNGER,
        [corrected("bob", "2C", 1), out_of_turn("bob", "9H", 2, 0)],
        [2],
    ),
]


@pytest.mark.parametrize(
    ("tricks", "incidents", "due_in"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_penalty_cards(tricks: str, incidents: list[Json], due_in: list[int]) -> None:
    record = one_stanza(tricks, "3C", incidents=incidents)
    faults = [(code, trick) for code, _, trick, _ in places(record)]
    assert faults == [("penalty-card", trick) for trick in due_in]


@pytest.mark.parametrize(
    ("order", "due_in"),
    [("8S 8H 8D 8C", []), ("8H 8S 8D 8C", [1]), ("8S 8D 8H 8C", [2]), ("8S 8H 8C 8D", [3])],
)
def test_equal_ranks_age_spades_hearts_diamonds_clubs(order: str, due_in: list[int]) -> None:
    """bob leads four eights, exposed in one act, and wins with each."""
    suits = [eight[1] for eight in order.split()]
    tricks = "\n".join(f"bob 8{suit}, cat 2{suit}, dan 4{suit}, ann 5{suit}" for suit in suits)
    record = one_stanza(tricks, "3S", incidents=[shown("bob", "8C 8D 8H 8S", 1, 0)])
    faults = [(code, trick) for code, _, trick, _ in places(record)]
    assert faults == [("penalty-card", trick) for trick in due_in]
