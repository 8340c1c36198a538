"""What webhooks tell of events and of what happens in them, to those who may see the event."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import Fact, Occasion, OccasionKind
from tournaments.events.addresses import game_path
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import is_seen_by
from tournaments.games.models import Game


def may_name(slug: str, reader: Person | None) -> bool:
    """Whether there is such an event, as far as the reader may know."""
    event = Event.objects.select_related("sanction").filter(slug=slug).first()
    return event is not None and is_seen_by(reader, event)


def in_event(event: Event | None, reader: Person | None, path: str = "", **facts: Fact) -> Occasion | None:
    """Of an event, or of something in it that the API shows at `path`."""
    if event is None or not is_seen_by(reader, event):
        return None
    return Occasion(
        about=f"events/{event.slug}",
        path=path or reverse("api-event", args=[event.slug]),
        event=event.slug,
        facts={"event": event.slug, **facts},
    )


def in_game(game: Game | None, reader: Person | None, path: str = "", **facts: Fact) -> Occasion | None:
    """Of a game, or of something in it that the API shows at `path`."""
    if game is None:
        return None
    label = f"{game.number}{game.group}"
    return in_event(game.event, reader, path or game_path(game, "api-game"), game=label, **facts)


def example_in_event(path: str = "", **facts: Fact) -> Occasion:
    """As `in_event`; `path` goes on from that of the event."""
    return Occasion(
        about="events/spring-whoopie",
        path=f"/api/v1/events/spring-whoopie/{path}",
        event="spring-whoopie",
        facts={"event": "spring-whoopie", **facts},
    )


def example_in_game(path: str = "", **facts: Fact) -> Occasion:
    """As `in_game`; `path` goes on from that of the game."""
    return example_in_event(f"games/2/{path}", game="2", **facts)


def game_of(entry: AuditEntry) -> Game | None:
    return Game.objects.select_related("event__sanction").filter(pk=entry.thing_id).first()


def of_the_game(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    return in_game(game_of(entry), reader)


def _of_the_event(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    return in_event(Event.objects.select_related("sanction").filter(pk=entry.thing_id).first(), reader)


def _of_the_sanction(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    return in_event(
        Event.objects.select_related("sanction").filter(sanction=int(entry.thing_id)).first(), reader
    )


def _of_the_announcement(entry: AuditEntry, reader: Person | None) -> Occasion | None:
    event = Event.objects.select_related("sanction").filter(pk=entry.thing_id).first()
    if event is None:
        return None
    path = reverse("api-announcements", args=[event.slug])
    return in_event(event, reader, path, announcement=(entry.after or {}).get("announcement"))


REGISTERED: Final = OccasionKind(
    title=_lazy("An event was registered"),
    actions=frozenset({"register event"}),
    occasion=_of_the_event,
    example=example_in_event(),
)
SANCTIONED: Final = OccasionKind(
    title=_lazy("An event was sanctioned"),
    actions=frozenset({"grant sanction", "grant on payment"}),
    occasion=_of_the_sanction,
    example=example_in_event(),
)
CHANGED: Final = OccasionKind(
    title=_lazy("An event was changed"),
    actions=frozenset({"change event"}),
    occasion=_of_the_event,
    example=example_in_event(),
)
CANCELLED: Final = OccasionKind(
    title=_lazy("An event was cancelled"),
    actions=frozenset({"cancel event"}),
    occasion=_of_the_event,
    example=example_in_event(),
)
ANNOUNCED: Final = OccasionKind(
    title=_lazy("Something was announced at an event"),
    actions=frozenset({"announce"}),
    occasion=_of_the_announcement,
    example=example_in_event("announcements/", announcement=7),
)
