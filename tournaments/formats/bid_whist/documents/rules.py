"""The rules of Bid Whist that are for people.

Rule section: 1, 3 (B-13, B-14, B-36 to B-38), R1 to R22 (B-18 to B-22, B-26, B-45), 6 (B-1, B-27 to B-35).
"""

from __future__ import annotations

from typing import Final

from sanctioning.kit.rule_sheets import Point, Ranks, RuleSheet, Section
from sanctioning.kit.wording.localised import lazily as _lazy

JOKERS: Final = _lazy("Big Joker (bicycle), Little Joker (Guarantee)")
SHEET: Final = RuleSheet(
    format="bid-whist",
    name="Bid Whist",
    sections=(
        Section(
            title=_lazy("The deal"),
            points=(
                Point(
                    _lazy(
                        "Who draws the first diamond deals first. Shuffle face down; the player on the "
                        "dealer's right cuts at least once."
                    ),
                    "3",
                ),
                Point(
                    _lazy(
                        "Deal clockwise one at a time, twelve cards each; six make the kitty, none of the "
                        "first four or the last four dealt, and no two of them one after the other."
                    ),
                    "3",
                ),
                Point(
                    _lazy(
                        "Leave your cards until the bid blind stands or, without one, until it is your "
                        "turn to bid."
                    ),
                    "3",
                ),
                Point(
                    _lazy(
                        "Bid blinds from the Sweet 16 to the final, and before that where there are any: "
                        "up after the deal, before the first bid."
                    ),
                    "R13, R14",
                ),
            ),
        ),
        Section(
            title=_lazy("The bidding"),
            points=(
                Point(
                    _lazy(
                        "Once round from the dealer's left, 4 to 7. No bid may be changed; a higher number "
                        "takes out what is below it."
                    ),
                    "3, R3",
                ),
                Point(
                    _lazy(
                        "Say the number, the number and Special, or the number and No: never High, Low or "
                        "Trumps. Who does not bid says Pass, and nothing else."
                    ),
                    "R4–R6",
                ),
                Point(
                    _lazy(
                        "Special and high are equals at one number; only No takes both out. A bid that "
                        "takes nothing out becomes the next higher of its kind."
                    ),
                    "R18, R21",
                ),
                Point(
                    _lazy(
                        "Trump, and in a No bid Uptown or Downtown, are named once the bid is won. Who "
                        "bids 7 No may name it and take the kitty at once."
                    ),
                    "R5, R7, R19, R20",
                ),
            ),
        ),
        Section(
            title=_lazy("The ranks"),
            ranks=(
                Ranks(_lazy("High, with trumps"), "A K Q J 10 9 8 7 6 5 4 3 2", JOKERS),
                Ranks(_lazy("Special, with trumps"), "A 2 3 4 5 6 7 8 9 10 J Q K", JOKERS),
                Ranks(_lazy("Uptown"), "A K Q J 10 9 8 7 6 5 4 3 2"),
                Ranks(_lazy("Downtown"), "A 2 3 4 5 6 7 8 9 10 J Q K"),
            ),
            points=(
                Point(
                    _lazy(
                        "In a No bid jokers win nothing, and each goes the first time that you cannot "
                        "follow suit. Where a joker is all that is left to lead, the suit of the player on "
                        "the left governs."
                    ),
                    "R22",
                ),
            ),
        ),
        Section(
            title=_lazy("The play"),
            points=(
                Point(
                    _lazy(
                        "Who wins the bid takes the kitty and keeps twelve cards. What they lay away stays "
                        "face down with them; nobody shows the kitty or counts their partner's."
                    ),
                    "R8, R11, R12",
                ),
                Point(
                    _lazy("Play to the middle of the table, and follow suit. A card exposed is played."),
                    "R2, R4, R15, R16",
                ),
                Point(
                    _lazy(
                        "After the first card no word of trump, of what led or of who played what. The bid "
                        "may be asked for before it, and the scoresheet looked at always."
                    ),
                    "R9, R10",
                ),
                Point(
                    _lazy(
                        "A book is turned when all four could play, and closed it stays so, unless a "
                        "renege is called. The others keep theirs on one side."
                    ),
                    "R8, R17",
                ),
            ),
        ),
        Section(
            title=_lazy("Reneges"),
            points=(
                Point(
                    _lazy(
                        "Suit not followed, bid or played out of turn, a joker kept back, a card exposed "
                        "that does not follow suit, a book turned early for the second time, direction or "
                        "trump named early: the other team may call it, or play on."
                    ),
                    "6",
                ),
                Point(
                    _lazy(
                        "Who calls it gets the bid on the table, a No bid doubled; nobody calls one on their "
                        "own team. Called wrongly, it gives the others the same choice."
                    ),
                    "6",
                ),
            ),
        ),
        Section(
            title=_lazy("The round"),
            points=(
                Point(
                    _lazy(
                        "Four hands. One of each team signs the sheet, the winner's number is on it, and "
                        "the moving team brings it."
                    ),
                    "3",
                ),
                Point(
                    _lazy(
                        "Sit down within fifteen minutes of the call, or the Canons take their steps: a "
                        "written warning, the game, the game and the next tournament. No food or drink in "
                        "the room."
                    ),
                    _lazy("Canons 2 and 3"),
                ),
            ),
        ),
    ),
    end=_lazy("The decision of the Director is final."),
)
