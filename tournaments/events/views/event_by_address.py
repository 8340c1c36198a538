"""An event by its address, for pages."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import event_at


def event_or_404(slug: str, person: Person | None) -> Event:
    event = event_at(slug=slug, asker=person)
    if event is None:
        raise Http404(_("There is no such event."))
    return event
