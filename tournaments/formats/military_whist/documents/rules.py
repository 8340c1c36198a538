"""Courtesies, deal and misdeals of Military Whist.

Rule section: courtesies, 3, 4, 9 (M-1, M-3, M-4, M-10, M-11, M-19 to M-24, M-29, M-38).
"""

from __future__ import annotations

from typing import Final

from sanctioning.kit.rule_sheets import Point, RuleSheet, Section
from sanctioning.kit.wording.localised import lazily as _lazy

SHEET: Final = RuleSheet(
    format="military-whist",
    name="Military Whist",
    sections=(
        Section(
            title=_lazy("Courtesies"),
            points=(
                Point(_lazy("A game has twenty-five minutes.")),
                Point(_lazy("Say nothing of a dealt hand or of the dealer.")),
                Point(_lazy("Leave your cards on the table until the deal is complete.")),
                Point(
                    _lazy(
                        "No word and no gesture asks for a lead. Special signals are disclosed to the "
                        "opponents; to signal by moving the body is cheating."
                    ),
                ),
                Point(_lazy("No hand is thrown in for want of aces or court cards.")),
                Point(_lazy("Let the opponents see a trick before it is put away.")),
                Point(_lazy("No strong perfume or lotion; dress as befits you and your sport.")),
            ),
        ),
        Section(
            title=_lazy("At the table"),
            points=(
                Point(_lazy("Each table has a deck and twelve flags; no paper scoring is necessary.")),
                Point(
                    _lazy(
                        "Somebody of the home team hands the flags out. Visitors with 7 or more tricks win "
                        "one, with 10 or more two; otherwise none leaves."
                    ),
                ),
                Point(_lazy("In NT Low, the giveaway, count the opponents' tricks.")),
                Point(_lazy("A table without flags may be lent some by the leader, who writes it down.")),
                Point(_lazy("The leader decides, and is the last authority on any point of play.")),
            ),
        ),
        Section(
            title=_lazy("The deal"),
            points=(
                Point(
                    _lazy(
                        "The dealer shuffles; the opponent on the dealer's right cuts, towards the dealer. "
                        "A card exposed before the deal: shuffle and cut again."
                    ),
                ),
                Point(_lazy("Deal all cards in turn, from the dealer's left.")),
            ),
        ),
        Section(
            title=_lazy("A misdeal, dealt again"),
            short=True,
            points=(
                Point(_lazy("a card faced in the pack")),
                Point(_lazy("too many cards for one player")),
                Point(_lazy("a card exposed during the deal")),
                Point(_lazy("a deal out of turn")),
                Point(_lazy("the dealer disturbed")),
            ),
        ),
        Section(
            title=_lazy("When something goes wrong"),
            points=(
                Point(
                    _lazy(
                        "Led or played out of turn: the card goes back, and the partner may not lead that "
                        "suit in their turn."
                    ),
                ),
                Point(
                    _lazy(
                        "Revoke: two tricks go to the opponents at the end of the hand; none where it is "
                        "found before the trick is complete."
                    ),
                ),
                Point(_lazy("A dropped card is played once its suit comes up again.")),
                Point(
                    _lazy(
                        "Two cards played at once: no misdeal. Who won the trick before takes the last; in "
                        "NT High the partner of a player short of a card leads to it."
                    ),
                ),
            ),
        ),
    ),
    end=_lazy("After the last hand put the flags in fives on the table, and wait for the check."),
)
