"""An event and a certified game as schema.org has them, for search engines and others who read by program.

Invariant: nothing is said here that the page does not show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

from sanctioning.identity.names import leads_to_a_page
from sanctioning.kit.installation.selectors import authority
from scoring.results.selectors.games import GameDetail
from scoring.results.selectors.results import EventDetail, Placing

Thing = Mapping[str, Any]
OF_SCHEMA_ORG: Final = {"@context": "https://schema.org"}


def event_data(request: HttpRequest, event: EventDetail) -> SafeString:
    """As a script for the head of the page."""
    state = "EventCancelled" if event.cancelled_for else "EventScheduled"
    thing = {
        **OF_SCHEMA_ORG,
        "@type": "Event",
        "name": event.name,
        "url": request.build_absolute_uri(reverse("event", args=[event.slug])),
        "startDate": event.starts_at,
        "endDate": event.ends_at,
        "eventStatus": f"https://schema.org/{state}",
        "location": {"@type": "Place", "name": event.place, "address": event.place},
        "organizer": {
            "@type": "Organization",
            "name": event.club_name,
            "url": request.build_absolute_uri(reverse("club", args=[event.club_slug])),
        },
        "offers": {
            "@type": "Offer",
            "price": event.entry_fee,
            "priceCurrency": authority().currency,
            "url": request.build_absolute_uri(reverse("own-entry", args=[event.slug])),
        },
    }
    if event.description:
        thing["description"] = event.description
    return _script(thing)


def game_data(request: HttpRequest, game: GameDetail) -> SafeString | str:
    """The places of a certified game, best first; nothing before it is certified."""
    if not game.standings:
        return ""
    thing = {
        **OF_SCHEMA_ORG,
        "@type": "SportsEvent",
        "name": f"{game.event_name}, {game.label}",
        "url": request.build_absolute_uri(),
        "startDate": game.played_on,
        "superEvent": {
            "@type": "Event",
            "name": game.event_name,
            "url": request.build_absolute_uri(reverse("event", args=[game.event_slug])),
        },
        "organizer": {"@type": "Organization", "name": game.club_name},
        "subjectOf": {"@type": "ItemList", "itemListElement": _places(request, game.standings)},
    }
    return _script(thing)


def _places(request: HttpRequest, placings: Sequence[Placing]) -> list[Thing]:
    return [
        {
            "@type": "ListItem",
            "position": placing.place,
            "item": _person(request, placing),
        }
        for placing in placings
    ]


def _person(request: HttpRequest, placing: Placing) -> Thing:
    person = {"@type": "Person", "name": placing.name}
    if not leads_to_a_page(placing.name):
        return person
    return person | {"url": request.build_absolute_uri(reverse("player", args=[placing.number]))}


def _script(thing: Thing) -> SafeString:
    plain = json_script(thing)
    return mark_safe(plain.replace("application/json", "application/ld+json", 1))
