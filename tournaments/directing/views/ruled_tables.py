"""The Acting Executor's floor: the tables of an event that they rule, those first that call."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.self_renewing import renewed
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.directing.permissions import require_rules_at
from tournaments.directing.selectors.floor import ruled_tables
from tournaments.directing.views.cards import ruled_card_of
from tournaments.events.views.event_by_address import event_or_404
from tournaments.formats.registry import format_named
from tournaments.justice.rulings.irregularities import short_ways
from tournaments.tables.selectors.stamps import stamp_of


@require_safe
@signed_in
def tables(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Live: calls, errors and what else waits for a word, with the way to rule on it."""
    event = event_or_404(slug, person)
    if not format_named(event.format).has_floor:
        return redirect("slips", slug=slug)
    ruled = ruled_tables(event, person)
    try:
        if not ruled:
            require_rules_at(by=person, event=event)
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=403)

    def page(etag: str) -> HttpResponse:
        cards = [ruled_card_of(event, table) for table in ruled]
        context = {
            "event": event,
            "cards": cards,
            "needing": [card for card in cards if card.needs],
            "ways": {kind: short_ways(kind, format_named(event.format)) for kind in Call.Kind.values},
            "etag": etag,
            "section": "mine",
        }
        return render(request, "tournaments/directing/ruled_tables.html", context)

    return renewed(request, stamp_of(ruled), page)
