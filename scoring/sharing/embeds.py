"""Frames for other sites: the live board of an event, its results, the card of a player.

Invariants: a frame carries nobody's session and no form, so nobody is led to press what they cannot see; its
policy lets it load this site's own files and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.self_renewing import alike_for_all, renewed_for_all
from scoring.players.selectors.player_page import player_page
from scoring.results.selectors.results import event_detail
from scoring.results.views.live import board_shown
from tournaments.tables.selectors.stamps import board_stamp

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
POLICY: Final = (
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "script-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors *",
)


def framed(view: View[P]) -> View[P]:
    """Let other sites show the page in a frame."""

    @xframe_options_exempt
    @wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        streams = f" *:{settings.STREAM_PORT}" if settings.STREAM_PORT else ""
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        answer.headers["Content-Security-Policy"] = "; ".join([*POLICY, f"connect-src 'self'{streams}"])
        return answer

    return shown


@framed
@alike_for_all
@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of an event and their scores; it renews itself as the page does."""
    return renewed_for_all(
        request,
        board_stamp(slug),
        whole="scoring/sharing/board.html",
        part="scoring/results/board_part.html",
        shown=lambda: board_shown(slug),
    )


@framed
@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The places of each certified game of an event."""
    event = event_detail(slug=slug, asker=None)
    if event is None:
        raise Http404(_("There is no such event."))
    certified = [game for game in event.games if game.placings or game.teams]
    return render(request, "scoring/sharing/results.html", {"event": event, "games": certified})


@framed
@require_safe
def player(request: HttpRequest, number: str) -> HttpResponse:
    """A player with their club, degree and points, if they chose to be listed."""
    page = player_page(number=number, asker=None, card_game="")
    if page is None:
        raise Http404(_("Nobody has this number."))
    return render(request, "scoring/sharing/player.html", {"player": page.detail})
