"""Formats of events that the site cannot run: those of a plug-in that is no longer installed."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count
from django.utils.translation import ngettext

from tournaments.events.models.event import Event
from tournaments.formats.registry import FORMATS


def formats_missed() -> Iterable[str]:
    """Each with how many events are of it. One query."""
    missed = Event.objects.exclude(format__in=list(FORMATS)).order_by("format")
    for slug, events in missed.values_list("format").annotate(Count("pk")):
        yield ngettext("%(n)d event of “%(format)s”", "%(n)d events of “%(format)s”", events) % {
            "n": events,
            "format": slug,
        }
