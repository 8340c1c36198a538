"""Cards to lay on the tables of an event, to be printed; whoever runs it sees the pads' links on them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import event_of_tables
from tournaments.games.plans import ends_words
from tournaments.rounds.selectors.rounds import games_for_cards, table_cards
from tournaments.tables.selectors.papers import pad_address
from tournaments.tables.services.table_links import secrets_of


@require_safe
def cards(request: HttpRequest, slug: str, round: int | None = None) -> HttpResponse:
    """A card for each table, to be printed."""
    person = asker(request)
    event = event_of_tables(slug=slug, asker=person)
    if event is None:
        raise Http404(_("There is no such event."))
    games = games_for_cards(event, round)
    to_print = table_cards(games)
    secrets = secrets_of(games) if may_run_event(person, today(), event) else {}
    context = {
        "event": event,
        "cards": [
            (card, ends_words(card.planned), pad_address(secret) if secret else "")
            for game, card in zip(games, to_print, strict=True)
            for secret in [secrets.get(game.pk)]
        ],
        "round": round,
        "section": "calendar",
    }
    return render(request, "tournaments/tables/table_cards.html", context)
