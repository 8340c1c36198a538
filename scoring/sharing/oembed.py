"""What another site is told of a page that it would like to show within its own (oEmbed 1.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.installation.selectors import authority
from sanctioning.kit.typed_input import whole_number
from scoring.players.selectors.player_page import player_page
from tournaments.events.selectors.events import event_at


class Shown(NamedTuple):
    """The frame for a page, with its height in pixels."""

    title: str
    frame: str
    height: int


WIDTH: Final = 640
"""In pixels, where no less is asked for."""


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """`url` is the address of a page, `maxwidth` and `maxheight` bound the frame; the answer is JSON."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(_("The answer is JSON only."), status=501, content_type="text/plain")
    shown = _shown_at(request, request.GET.get("url", ""))
    width, height = _bounded(request, "maxwidth", WIDTH), _bounded(request, "maxheight", shown.height)
    if not (width and height):
        told = _("maxwidth and maxheight are whole numbers of pixels, each 1 or more.")
        return HttpResponse(told, status=400, content_type="text/plain")
    whose = authority()
    frame = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border: 0"></iframe>',
        request.build_absolute_uri(shown.frame),
        width,
        height,
        shown.title,
    )
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "title": shown.title,
            "provider_name": whose.name,
            "provider_url": request.build_absolute_uri("/"),
            "html": frame,
            "width": width,
            "height": height,
        }
    )


def _shown_at(request: HttpRequest, address: str) -> Shown:
    try:
        parts = urlsplit(address)
    except ValueError:
        raise Http404(_("There is no page at this address.")) from None
    if parts.netloc and parts.netloc != request.get_host():
        raise Http404(_("This is an address of another site."))
    try:
        page = resolve(parts.path)
    except Resolver404:
        raise Http404(_("There is no page at this address.")) from None
    shown = SHOWN.get(page.url_name or "")
    if shown is None:
        raise Http404(_("This page cannot be shown on another site."))
    return shown(page.kwargs)


def _results(at: Mapping[str, str]) -> Shown:
    event = event_at(slug=at["slug"], asker=None)
    if event is None:
        raise Http404(_("There is no such event."))
    return Shown(event.name, reverse("embed-results", args=[event.slug]), 480)


def _board(at: Mapping[str, str]) -> Shown:
    shown = _results(at)
    return shown._replace(frame=reverse("embed-board", args=[at["slug"]]), height=600)


def _player(at: Mapping[str, str]) -> Shown:
    page = player_page(number=at["number"], asker=None, card_game="")
    if page is None:
        raise Http404(_("Nobody has this number."))
    return Shown(page.detail.name, reverse("embed-player", args=[page.detail.number]), 340)


SHOWN: Final[Mapping[str, Callable[[Mapping[str, str]], Shown]]] = {
    "event": _results,
    "board": _board,
    "player": _player,
}


def _bounded(request: HttpRequest, name: str, wanted: int) -> int:
    """0 where what is asked for is no size."""
    return min(wanted, whole_number(request.GET[name]) or 0) if name in request.GET else wanted
