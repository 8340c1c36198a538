"""The page about the site, and that of its components."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.refusals import Refusal
from sanctioning.law.views.rules_for_people import contact_lines
from sanctioning.templatetags.saas import STATES

NAMES: Final = (
    *("Margaret Ashworth", "Theodore Lindqvist", "Ivy Oakenshield", "Bo Li", "Charlotte Penrose"),
    *("Hugo Vance", "Nadia Rahman", "Peter Quill", "Rosa Delgado", "Walter Zimmermann"),
)
LAID: Final = ("KS", "8D", "JH", "JS", "QS", "JC", "AS", "*", "2C", "9H")


def table_in_play(players: int, cards: int, winner: int) -> dict[str, object]:
    """A table of so many, the dealer first, with so many cards on it; the second holds a penalty card."""
    penalty = {"card": "7C", "since": 0, "until": None}
    return {
        "board": {"defining": "JD"},
        "now": {
            "trump": "C",
            "seats": [
                {
                    "seat": {
                        "number": number,
                        "name": NAMES[number - 1],
                        "dealer": number == 1,
                        "bid": number % 3,
                        "exposed": [penalty] if number == 2 else [],
                    },
                    "laid": LAID[number - 1] if number <= cards else "",
                    "wins": number == winner,
                    "taken": number % 2,
                    "exposed": ["7C"] if number == 2 else [],
                }
                for number in range(1, players + 1)
            ],
        },
    }


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this site is: its rules, the keys, what programs ask, how it is made and whether it is well."""
    return render(request, "sanctioning/site/about.html", {"contact": contact_lines(), "section": "about"})


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """Every piece that the pages are made of, in every state."""
    context = {
        "cards": ("AS", "TH", "JD", "QC", "KH", "7S", "2D", "*"),
        "states": STATES,
        "tables": (table_in_play(4, 3, 3), table_in_play(10, 10, 8)),
        "trick": [(NAMES[place], LAID[place], place == 2) for place in range(4)],
        "refusal": Refusal(
            code="confirmer-is-reporter",
            sentence=_("You reported this game and cannot confirm it."),
            rule=_("the final sheet is confirmed by a second person"),
            remedy=_("Ask another player of the game, or somebody who runs the club."),
        ),
    }
    return render(request, "sanctioning/site/components.html", context)
