"""The lists of the hall: events, entries at the door, executors."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.localised import days
from sanctioning.views.lists import Column, Empty, Table, link
from tournaments.selectors import CalendarLine

EVENTS: Final = Table[CalendarLine](
    name="calendar",
    label=_("Events"),
    columns=(
        Column(
            label=_("Event"),
            value=lambda line: line.name,
            template="tournaments/cells/event.html",
            sort="name",
        ),
        Column(
            label=_("Days"),
            value=lambda line: line.first_day,
            show=lambda line: days(line.first_day, line.last_day),
            sort="day",
        ),
        Column(label=_("Place"), value=lambda line: line.place, sort="place"),
        Column(
            label=_("Club"),
            value=lambda line: line.club_name,
            show=lambda line: link(reverse("club", args=[line.club_slug]), line.club_name),
            sort="club",
        ),
        Column(label=_("Level"), value=lambda line: line.level, sort="level"),
        Column(label=_("Entries"), value=lambda line: line.entries, sort="entries", number=True),
        Column(
            label=_("Open places"),
            value=lambda line: line.places,
            show=lambda line: str(_("no limit")) if line.places is None else str(line.places),
            number=True,
        ),
    ),
    count=lambda found: ngettext("%(count)s event", "%(count)s events", found) % {"count": f"{found:,}"},
    empty=Empty(
        what=_("No event is announced"),
        next=_(
            "Events are listed as soon as their sanction is granted. A club's director registers one and"
            " applies for it."
        ),
        address="?when=over",
        action=_("See what was played"),
    ),
)
