"""The rules for people: the four sections of Whoopie in the site's own words, a newcomer's first; of every
other game what its table keeps to.

Purpose: what players read before and between games. Every number, and the worked example, is asked of
`rules_engine`, so that page and check cannot disagree; the approved text itself stands nowhere here. Of
other games the page says what is registered as their sheet, which is printed from the same.
Rule section: all four, and the two notes under the text (who approved it; its address is out of date). Of
whist M-1 and B-1: the official rules of a sanctioned event, of which the page holds and not the print.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.rule_sheets import RULE_SHEETS
from sanctioning.law.models.versions import RuleSet
from sanctioning.law.selectors.in_force import rule_set_in_force
from sanctioning.law.whoopie_in_words import whoopie_in_words


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Section I for the newcomer, then II, III and IV in short, whose rules they are and whom to ask."""
    context = {
        "section": "rules",
        **whoopie_in_words(),
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


def contact_lines() -> list[str]:
    """Whom to write to today, a line each; empty where nobody has set it."""
    return [line.strip() for line in settings.CONTACT.split("|") if line.strip()]


def _in_force(game: str) -> RuleSet | None:
    try:
        return rule_set_in_force(game, today())
    except Refusal:
        return None
