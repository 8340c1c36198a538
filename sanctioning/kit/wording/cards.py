"""What ranks, suits and cards are called, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily as _lazy

RANKS: Final = dict(
    zip(
        "23456789TJQKA",
        (
            *(_lazy("two"), _lazy("three"), _lazy("four"), _lazy("five"), _lazy("six"), _lazy("seven")),
            *(_lazy("eight"), _lazy("nine"), _lazy("ten")),
            *(_lazy("jack"), _lazy("queen"), _lazy("king"), _lazy("ace")),
        ),
        strict=True,
    )
)
SUITS: Final = {"S": _lazy("spades"), "H": _lazy("hearts"), "D": _lazy("diamonds"), "C": _lazy("clubs")}


def rank_name(rank: str) -> str:
    """`J` is "jack", `7` is "seven"."""
    return str(RANKS[rank])


def card_name(code: str) -> str:
    """`JH` is "jack of hearts"; `*` is "joker"."""
    code = code.upper().replace("10", "T")
    if code == "*":
        return _("joker")
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[code[0]], "suit": SUITS[code[1]]}
