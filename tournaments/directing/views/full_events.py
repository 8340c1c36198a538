"""What a director is told who let somebody in for whom the event has no place, and where to make one."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.entries.models.entry import Entry
from tournaments.events.capacity import how_full
from tournaments.events.models.event import Event


def with_way_in(said: str, event: Event, state: str, back: str) -> str | SafeString:
    """What was said, and for somebody who waits the page that makes room, which leads back to `back`."""
    full = how_full(event) if state == Entry.State.WAITING else None
    if full is None or not full.is_by_club:
        return said
    path = f"{reverse('edit-event', args=[event.slug])}?{urlencode({'back': back})}#id_capacity"
    return format_html('{} <a href="{}">{}</a>', said, path, _("Raise the number of players"))
