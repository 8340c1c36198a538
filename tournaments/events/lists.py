"""The list of events."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import Column, Empty, ListTable, by_month, link
from sanctioning.kit.wording.localised import days, whole
from tournaments.events.selectors.events import CalendarLine


def _open_places(line: CalendarLine) -> str:
    if line.cancelled or line.last_day < today():
        return "–"
    return str(_("no limit")) if line.places is None else whole(line.places)


EVENTS: Final = ListTable[CalendarLine](
    name="calendar",
    label=_("Events"),
    columns=(
        Column(
            label=_("Event"),
            value=lambda line: line.name,
            template="tournaments/events/cells/event.html",
            sort="name",
        ),
        Column(
            label=_("Days"),
            bare=True,
            value=lambda line: line.first_day,
            show=lambda line: days(line.first_day, line.last_day),
            sort="day",
        ),
        Column(label=_("Place"), value=lambda line: line.place, sort="place", bare=True),
        Column(
            label=_("Club"),
            bare=True,
            value=lambda line: line.club_name,
            show=lambda line: link(reverse("club", args=[line.club_slug]), line.club_name),
            sort="club",
        ),
        Column(label=_("Level"), value=lambda line: line.level, sort="level", bare=True),
        Column(
            label=pgettext_lazy("to an event", "Entries"),
            value=lambda line: line.entries,
            sort="entries",
            number=True,
        ),
        Column(
            label=_("Open places"),
            value=lambda line: line.places,
            show=_open_places,
            number=True,
        ),
    ),
    grouping=by_month(("day",), lambda line: line.first_day),
    count=lambda n: ngettext("%(count)s event", "%(count)s events", n) % {"count": whole(n)},
    empty=Empty(
        what=_("No coming events"),
        next=_(
            "Events are listed as soon as their sanction is granted. A club's director registers an "
            "event and applies for it."
        ),
        address="?when=over",
        action=_("See what was played"),
    ),
)
