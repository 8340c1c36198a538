"""One stanza card by card: a page for each moment by its link, all moments in one with the page's script."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from rules_engine.reading import Malformed
from rules_engine.whoopie.replay.stanza import JOKERS, PLAY, WHOOPIE, NothingToReplay
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.cards import rank_name
from scoring.results.selectors.replays import stanza_to_replay
from scoring.results.views.replay_board import board_of, now_at
from tournaments.events.addresses import GameLabel
from tournaments.justice.rulings.selectors.rulings import may_rule_at

ALL: Final = "all"
RULES: Final = {
    PLAY: _(
        "You must follow suit if you can. The highest trump takes the trick, or else the highest "
        "card of the suit led."
    ),
    WHOOPIE: _("A Whoopie card makes its suit trump from that card on, never for the cards before it."),
    JOKERS: _(
        "A joker counts as a Whoopie card of trumps and brings J-Trump; led, it makes every suit trump."
    ),
}


@require_safe
def replay(request: HttpRequest, slug: str, game: GameLabel, stanza: int) -> HttpResponse:
    """The stanza at the moment that `?card=` names, the deal without one; `?card=all` lists all tricks."""
    person = asker(request)
    shown = stanza_to_replay(slug=slug, label=game, stanza=stanza, asker=person)
    if shown is None:
        raise Http404(_("This game has no such stanza, or it was reported without its cards."))
    try:
        board = board_of(shown)
    except (NothingToReplay, Malformed) as nothing:
        raise Http404(_("This stanza was reported without its cards.")) from nothing
    card = request.GET.get("card", "")
    now = now_at(board, whole_number(card) or 0)
    context = {
        "game": shown.game,
        "names": shown.names,
        "label": str(game),
        "stanza": stanza,
        "cards": shown.body["cards"],
        "dealer": shown.names.get(shown.body["dealer"], shown.body["dealer"]),
        "board": board,
        "now": now,
        "whole": card == ALL,
        "defining_suit": board.defining[-1],
        "denomination": rank_name(board.denomination) if board.denomination else "",
        "before": max((number for number in shown.replayable if number < stanza), default=None),
        "after": min((number for number in shown.replayable if number > stanza), default=None),
        "rules": RULES,
        "may_rule": person is not None and may_rule_at(slug, game, person),
        "section": "calendar",
    }
    return render(request, "scoring/results/replay.html", context)
