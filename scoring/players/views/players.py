"""Players: a search, one player, one's own page, and the papers to download."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.pages.paper_pending import being_made
from sanctioning.people.models.person import Person
from sanctioning.site.masthead import masthead_of
from scoring.certificates.models import Certificate
from scoring.certificates.selectors.certificates import certificate_document, waits_for_press
from scoring.players.lists import PLAYERS
from scoring.players.selectors.desks import desk
from scoring.players.selectors.player_page import player_page
from scoring.players.selectors.players import CertificateLine, PlayedGame, PlayerDetail
from scoring.players.selectors.players import players as listed_players
from scoring.players.views.degree_distance import ladder, rungs
from scoring.players.views.desk import desk_page
from scoring.players.views.points_chart import points_chart

BEST_GAMES: Final = 3


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Find a player by any part of the name, by the number, the club or the degree."""
    player_list = listing(request, listed_players(), PLAYERS)
    return list_page(request, "scoring/players/players.html", {"list": player_list}, {"section": "players"})


@require_safe
def player(request: HttpRequest, number: str) -> HttpResponse:
    return _player_page(request, number, asker(request), mine=False)


@require_safe
@signed_in
def my_page(request: HttpRequest, person: Person) -> HttpResponse:
    """One's own page: the same, with codes, private data and the desks of one's offices."""
    return _player_page(request, person.number, person, mine=True)


def _player_page(request: HttpRequest, number: str, person: Person | None, *, mine: bool) -> HttpResponse:
    page = player_page(number=number, asker=person, card_game=request.GET.get("card_game", ""))
    if page is None:
        raise Http404(_("Nobody has this number."))
    detail = page.detail
    if not mine and number.strip().upper() in detail.numbers:
        return redirect("player", number=detail.number)
    held = desk(person=person, revision=masthead_of(request).revision) if mine and person else None
    own = person is not None and person.number == detail.number
    context = {
        "player": detail,
        "page": page,
        "chart": points_chart(page.history, today()),
        "own": own,
        "first_certificate": _first_certificate(detail) if own else None,
        "ladder": ladder(page),
        "rungs": rungs(detail),
        "best_games": _best_games(detail.games),
        "section": "mine" if mine else "players",
        "desk": desk_page(held) if held else None,
        "newcomer": held is not None and not (detail.games or detail.certificates or detail.awarded.points),
    }
    if held:
        context["waiting_count"] = sum(len(group.lines) for group in held.waits)
    return render(request, "scoring/players/player.html", context)


def _best_games(games: Sequence[PlayedGame]) -> tuple[PlayedGame, ...]:
    """The games that won most, of whoever played more than those; a better place goes before a later day."""
    won = sorted(
        (game for game in games if game.points), key=lambda game: (-game.points, -game.blue, game.place)
    )
    return tuple(won[:BEST_GAMES]) if len(games) > BEST_GAMES else ()


def _first_certificate(detail: PlayerDetail) -> CertificateLine | None:
    """The only one, while it is in hand: whoever won it may not know yet where papers are."""
    match detail.certificates:
        case [only] if only.state == Certificate.State.ISSUED and only.event_slug:
            return only
    return None


@require_safe
@read_by_token
@signed_in
def certificate_pdf(request: HttpRequest, person: Person, serial: str) -> HttpResponse:
    """The paper itself; while the press still works on it, a page that says so."""
    document = certificate_document(serial=serial, asker=person)
    if document is None:
        if not waits_for_press(serial=serial, person=person):
            raise Http404(_("You have no such certificate."))
        return being_made(request, _("Certificate %(serial)s") % {"serial": serial}, "/me/")
    name = re.sub(r"[^A-Za-z0-9-]", "", serial)
    return HttpResponse(
        document,
        content_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}.pdf"'},
    )
