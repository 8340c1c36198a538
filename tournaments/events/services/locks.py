"""An event under its lock."""

from __future__ import annotations

from tournaments.events.models.event import Event


def locked_event(event: Event) -> Event:
    """The event under its row's lock: who acts on its entries, or closes it, acts after the one before.

    Locks have one order: the event, the people, its games, its entries.
    """
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    return Event.objects.select_related("club", "sanction__level").get(pk=event.pk)
