"""Typing in a filled scoresheet: the whole game in one grid.

Each answer to what is typed is the server's: to the page's script as it is typed, to a button without it.
What was typed stands in its cells again whatever happens.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from sanctioning.identity.names import full_name, telling_apart
from sanctioning.kit.clock import moment
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import only_looked
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameLabel
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.games.views import table_or_404, void_instead
from tournaments.reports.services.reports import require_reporter
from tournaments.tables.forms.sheet import (
    blank_sheet,
    errors_found,
    kinds_of_change,
    padded,
    sheet_of_record,
    sheet_typed,
    view_of,
)
from tournaments.tables.forms.stanza import KINDS
from tournaments.tables.game_folders import GameFolder
from tournaments.tables.paper_sheets import Ground, PaperSheet
from tournaments.tables.services.paper_sheets import TYPED_WHILE, check_sheet, ground_of, send_sheet


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def entry(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """The grid; `step` says whether to check it, to add rows, or to send it."""
    model = table_or_404(slug, game)
    if void := void_instead(request, model):
        return void
    try:
        require_reporter(by=person, game=model, at=moment(None))
        folder, ground = ground_of(model)
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    if len(ground.seats) == 0 or model.state not in TYPED_WHILE:
        return _closed(request, model, folder, ground)
    if request.method != "POST":
        sheet = _at_first(model, ground)
        return (
            _closed(request, model, folder, ground)
            if sheet is None
            else _page(request, folder, ground, sheet)
        )
    sheet = sheet_typed(request.POST.dict(), ground)
    if request.POST.get("step") == "answer":
        view = view_of(check_sheet(folder, ground, sheet), ground, _names(folder), _columns(folder))
        return only_looked(JsonResponse(asdict(view)))
    if request.POST.get("step") != "send":
        return only_looked(_page(request, folder, ground, sheet))
    try:
        send_sheet(by=person, game=model, sheet=sheet)
    except Refusal as refusal:
        return _page(request, folder, ground, sheet, refusal=refusal)
    return redirect(f"{reverse('sheet-entry', args=[slug, str(game)])}?sent={sheet.key}")


def _at_first(game: Game, ground: Ground) -> PaperSheet | None:
    """An empty grid, or the report that stands; None for one that was made card by card."""
    key = str(uuid.uuid4())
    report = None if ground.bodies else game.reports.filter(current=True).only("record").first()
    if report is None:
        return blank_sheet(ground, game.planned, key)
    return sheet_of_record(json.loads(bytes(report.record)), key)


def _page(
    request: HttpRequest,
    folder: GameFolder,
    ground: Ground,
    sheet: PaperSheet,
    *,
    refusal: Refusal | None = None,
) -> HttpResponse:
    names, columns = _names(folder), _columns(folder)
    check = check_sheet(folder, ground, sheet)
    sent = request.GET.get("sent", "")[:70]
    context = {
        **_about(folder),
        "view": view_of(check, ground, names, columns),
        "sheet": sheet,
        "columns": [(player, names[player]) for player in columns],
        "seats": [(player, names[player]) for player in ground.seats],
        "by_stanzas": bool(ground.bodies),
        "changes_typed": not ground.stays,
        "asks_dealer": not ground.first_dealer,
        "incidents": padded([dict(incident) for incident in sheet.incidents]),
        "changes": padded([asdict(change) for change in sheet.changes]),
        "wrong": check.layout.wrong,
        "kinds": KINDS,
        "kinds_of_change": kinds_of_change(),
        "first": len(ground.bodies) + 1,
        "sent": sent,
        "errors_sent": errors_found(check, names) if sent else (),
        "refusal": refusal,
    }
    return render(
        request, "tournaments/tables/paper_sheet.html", context, status=refusal.status if refusal else 200
    )


def _closed(request: HttpRequest, game: Game, folder: GameFolder, ground: Ground) -> HttpResponse:
    """Why nothing is typed here, and where it goes on."""
    context = {**_about(folder), "nobody": not ground.seats, "card_by_card": game.state in TYPED_WHILE}
    return render(request, "tournaments/tables/paper_sheet.html", context)


def _about(folder: GameFolder) -> dict[str, object]:
    game = folder.game
    return {
        "game": game,
        "event": game.event,
        "label": f"{game.number}{game.group}",
        "ends": ends_words(game.planned),
        "section": "calendar",
    }


def _names(folder: GameFolder) -> dict[str, str]:
    named = telling_apart(full_name, (player.person for player in folder.players))
    return {player.record_id: named(player.person) for player in folder.players}


def _columns(folder: GameFolder) -> tuple[str, ...]:
    """Everybody of the game, in seat order first."""
    players = sorted(folder.players, key=lambda player: (player.seat is None, player.seat or 0, player.pk))
    return tuple(player.record_id for player in players)
