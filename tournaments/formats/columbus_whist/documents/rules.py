"""The rules of Columbus Whist that are for people.

Rule section: 1, 10 to 42 (C-1, C-11 to C-32).
"""

from __future__ import annotations

from typing import Final

from sanctioning.kit.rule_sheets import Point, RuleSheet, Section
from sanctioning.kit.wording.localised import lazily as _lazy

SHEET: Final = RuleSheet(
    format="columbus-whist",
    name="Columbus Whist",
    sections=(
        Section(
            title=_lazy("The deal"),
            points=(
                Point(_lazy("No kitty and no jokers: fifty-two cards, thirteen each."), "1"),
                Point(_lazy("The first club deals first; the deal goes on clockwise."), "11"),
                Point(
                    _lazy(
                        "Cut before each deal, as often as you like. The deck stays face down on the table."
                    ),
                    "12",
                ),
                Point(
                    _lazy(
                        "A card exposed in the deal, the wrong dealer, a wrong number of cards before "
                        "play: the correct player deals again."
                    ),
                    "13–15, 20",
                ),
                Point(_lazy("Leave your hand on the table until the bid blind stands."), "16"),
            ),
        ),
        Section(
            title=_lazy("The bidding"),
            points=(
                Point(_lazy("Behind the blind there is silence, but for what the rules let you say."), "17"),
                Point(
                    _lazy("A card exposed before the bidding: the opponents play on or have it dealt again."),
                    "19",
                ),
                Point(_lazy("Count your cards before you bid."), "20"),
                Point(
                    _lazy(
                        "Say pass, or a number from 1, plain, special or no, in one breath. Who says the "
                        "word trump or drags a bid: the opponents play on or have it dealt again."
                    ),
                    "21–23",
                ),
                Point(
                    _lazy(
                        "Each bid is above the last; a no takes out its own number. Otherwise the bid is "
                        "forced, and the partner is silenced."
                    ),
                    "24",
                ),
                Point(
                    _lazy(
                        "Out of turn: the opponents let it stand or have it dealt again. If it stands, "
                        "they may overrule it, and the partner is silenced."
                    ),
                    "25",
                ),
                Point(_lazy("If all pass, the dealer bids at least 2, 2 special or 2 no."), "26"),
            ),
        ),
        Section(
            title=_lazy("The play"),
            points=(
                Point(
                    _lazy(
                        "Name trump, or the first card's suit is it. A no without a direction loses the game."
                    ),
                    "27, 28",
                ),
                Point(
                    _lazy(
                        "The blind comes down with the first card, before the next. If it was late, ask "
                        "who played which card, and no more."
                    ),
                    "18",
                ),
                Point(
                    _lazy(
                        "Keep your cards in your hands and play in turn: else your team is set for the "
                        "bid, unless the opponents play on."
                    ),
                    "29",
                ),
                Point(_lazy("Keep the books in one straight line on one side of the table."), "33"),
                Point(
                    _lazy(
                        "Let all four cards be seen before you turn a book over, and close it before the "
                        "next lead."
                    ),
                    "34, 38",
                ),
                Point(
                    _lazy(
                        "A closed book stays closed. For a renege, called at any time, the director turns "
                        "the books over, and nobody else."
                    ),
                    "35, 37",
                ),
                Point(_lazy("Do not say what card or suit was played; the director rules on it."), "36"),
                Point(_lazy("Play every hand out, unless all four agree to stop."), "39"),
            ),
        ),
        Section(
            title=_lazy("The game"),
            points=(
                Point(
                    _lazy(
                        "Be in your seat within five minutes of the start, or the game and five points go "
                        "to the others."
                    ),
                    "10",
                ),
                Point(_lazy("Signed by both teams a sheet is final."), "41"),
                Point(
                    _lazy(
                        "If a player leaves and there is no substitute, the remaining games are "
                        "forfeited; nothing is refunded, nor after disorderly conduct."
                    ),
                    "42",
                ),
                Point(
                    _lazy(
                        "Where there is a Boston pot, most Bostons by the fourth game win it; if there was "
                        "none, most games won."
                    ),
                    "40",
                ),
            ),
        ),
    ),
    end=_lazy("Call the director for any ruling. The ruling is final."),
)
