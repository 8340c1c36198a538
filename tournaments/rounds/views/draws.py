"""The opening draw of a table: cards entered as they fell, or drawn by the system."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules_engine import draws as law
from sanctioning.identity.names import full_name, telling_apart
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameLabel
from tournaments.games.models import Game, GamePlayer
from tournaments.games.views import table_or_404, void_instead
from tournaments.rounds.permissions import may_draw
from tournaments.rounds.services.draws import draw_again, draw_cards, enter_drawn_cards

CARD = "card-"


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def opening_draw(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """Who keeps score and who deals first."""
    played = table_or_404(slug, game)
    if void := void_instead(request, played):
        return void
    try:
        require(
            may_draw(person, today(), played),
            what=_("record the draw of this table"),
            who=_("a player at the table, the director or the Acting Executor"),
            rule="I/Scorekeeper and First Dealer",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    if request.method != "POST":
        return _page(request, played)
    try:
        messages.success(request, _act(request, person, played))
    except Refusal as refusal:
        return _page(request, played, refusal)
    return redirect("opening-draw", slug=slug, game=str(game))


def _act(request: HttpRequest, person: Person, game: Game) -> str:
    act = request.POST.get("act", "")
    if act == "again":
        draw_again(by=person, game=game, why=request.POST.get("why", ""))
        return _("The cards are put back.")
    if act == "system":
        drawn = draw_cards(by=person, game=game)
    else:
        cards = {
            name.removeprefix(CARD): str(typed)
            for name, typed in request.POST.items()
            if name.startswith(CARD)
        }
        drawn = enter_drawn_cards(by=person, game=game, cards=cards)
    if drawn.scorekeeper and drawn.first_dealer:
        return _("%(scorekeeper)s keeps score, %(dealer)s deals first.") % {
            "scorekeeper": drawn.scorekeeper.person.name,
            "dealer": drawn.first_dealer.person.name,
        }
    return _("The round is saved. Players who are tied draw again.")


def _page(request: HttpRequest, game: Game, refusal: Refusal | None = None) -> HttpResponse:
    seated = list(game.players.filter(seat__isnull=False).select_related("person").order_by("seat"))
    named = telling_apart(full_name, (player.person for player in seated))
    names = {player.record_id: named(player.person) for player in seated}
    still = law.resolve(game.opening_draw).open if game.opening_draw else tuple(names)
    latest = game.draws.filter(purpose="opening").order_by("-number").first()
    context = {
        "game": game,
        "event": game.event,
        "rounds": [
            [(names.get(player, player), card) for player, card in cards.items()]
            for cards in game.opening_draw
        ],
        "drawing": [
            (player, request.POST.get(f"{CARD}{player.record_id}", ""))
            for player in seated
            if player.record_id in still
        ],
        "settled": bool(game.opening_draw) and not still,
        "scorekeeper": _name(game.scorekeeper),
        "first_dealer": _name(game.first_dealer),
        "seed": latest.seed if latest and not still else "",
        "wrong": refusal.facts.get("player", "") if refusal else "",
        "refusal": refusal,
        "why": request.POST.get("why", ""),
        "section": "calendar",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/rounds/opening_draw.html", context, status=status)


def _name(player: GamePlayer | None) -> str:
    return player.person.name if player else ""
