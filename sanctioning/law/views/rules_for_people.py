"""The rules for people: the four sections of Whoopie in the site's own words, a newcomer's first; of every
other game what its table keeps to.

Purpose: what players read before and between games. Every number, and the worked example, is asked of
`rules_engine`, so that page and check cannot disagree; the approved text itself stands nowhere here. Of
other games the page says what is registered as their sheet, which is printed from the same.
Rule section: all four, and the two notes under the text (who approved it; its address is out of date). Of
whist M-1 and B-1: the official rules of a sanctioned event, of which the page holds and not the print.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules_engine.points.awards import PAID_PLACES
from rules_engine.points.degrees import DEGREES
from rules_engine.points.recordings import LEAST_QUANTITY
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.hand_sizes import limit
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.replay.stanza import ReplayedTrick, replay_stanza
from sanctioning.kit.clock import today
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.rule_sheets import RULE_SHEETS
from sanctioning.law.models.versions import RuleSet
from sanctioning.law.selectors.in_force import rule_set_in_force

EXAMPLE: Final = (("A", "KS"), ("B", "8D"), ("C", "JH"), ("D", "JS"), ("E", "QS"), ("F", "JC"), ("G", "AS"))
TURNED_UP: Final = "JD"


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Section I for the newcomer, then II, III and IV in short, whose rules they are and whom to ask."""
    example = worked_example()
    context = {
        "section": "rules",
        "fewest": FEWEST_PLAYERS,
        "most": MOST_PLAYERS,
        "limits": [(count, limit(count)) for count in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
        "turned_up": TURNED_UP,
        "example": example,
        "trump_next": example.cards[-1].trump,
        "paid": [(size.replace("-", "–"), places) for size, places in PAID_PLACES.items()],
        "degrees": DEGREES,
        "least": LEAST_QUANTITY,
        "in_force": _in_force("whoopie"),
        "others": RULE_SHEETS.values(),
        "contact": contact_lines(),
    }
    return render(request, "sanctioning/law/rules.html", context)


@require_safe
def rules_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """What the table of a game keeps to, and which version of its rules is in force."""
    sheet = RULE_SHEETS.get(game)
    if sheet is None:
        raise Http404(_("We have no rules for this game."))
    context = {"section": "rules", "sheet": sheet, "in_force": _in_force(game)}
    return render(request, "sanctioning/law/game_rules.html", context)


def worked_example() -> ReplayedTrick:
    """The seven-card example of section I, as the engine plays it."""
    players = [player for player, _ in EXAMPLE]
    stanza = {
        "cards": 1,
        "dealer": players[-1],
        "defining": TURNED_UP,
        "bids": [[player, 0] for player in players],
        "tricks": [[list(play) for play in EXAMPLE]],
        "made": dict.fromkeys(players, False),
    }
    record = {
        "format": "whoopie-game/1",
        "ruleset": "whoopie-1966",
        "id": "the worked example",
        "seats": players,
        "first_dealer": players[-1],
        "stanzas": [stanza],
    }
    return replay_stanza(record_of(record), 1).tricks[0]


def contact_lines() -> list[str]:
    """Whom to write to today, a line each; empty where nobody has set it."""
    return [line.strip() for line in settings.CONTACT.split("|") if line.strip()]


def _in_force(game: str) -> RuleSet | None:
    try:
        return rule_set_in_force(game, today())
    except Refusal:
        return None
