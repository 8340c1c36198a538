"""The lists of the hall: events, entries at the door, executors."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from sanctioning.clock import today
from sanctioning.localised import days, whole
from sanctioning.templatetags.saas import badge, player_link
from sanctioning.views.lists import Column, Empty, Table, link
from tournaments.selectors import CalendarLine
from tournaments.selectors.entries import EntrantLine
from tournaments.selectors.executors import ExecutorLine


def _open_places(line: CalendarLine) -> str:
    if line.cancelled or line.last_day < today():
        return "–"
    return str(_("no limit")) if line.places is None else whole(line.places)


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
    count=lambda found: ngettext("%(count)s event", "%(count)s events", found) % {"count": whole(found)},
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

EXECUTORS: Final = Table[ExecutorLine](
    name="executors",
    label=_("Executors"),
    columns=(
        Column(
            label=_("Executor"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("executor", args=[line.number]), line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, sort="number", bare=True),
        Column(label=_("Offices"), value=lambda line: ", ".join(line.offices), bare=True),
        Column(label=_("Covers"), value=lambda line: ", ".join(line.places) or str(_("nothing said"))),
        Column(label=_("Away until"), value=lambda line: line.away_until),
        Column(label=_("Conflicts"), value=lambda line: line.conflicts, number=True),
        Column(label=_("Under way"), value=lambda line: line.games_under_way, number=True),
        Column(label=_("Ruled"), value=lambda line: line.games_ruled, number=True),
    ),
    count=lambda found: (
        ngettext("%(count)s executor", "%(count)s executors", found) % {"count": whole(found)}
    ),
    empty=Empty(
        what=_("No executor is in office"),
        next=_("Appoint one under Offices."),
        address="/authority/offices/",
        action=_("Offices"),
    ),
)

ENTRANTS: Final = Table[EntrantLine](
    name="entries",
    label=pgettext_lazy("to an event", "Entries"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, bare=True),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: str(line.state_words),
            show=lambda line: badge(line.state, line.state_words),
            sort="state",
        ),
        Column(label=_("Entered"), value=lambda line: line.entered_at, sort="entered"),
    ),
    count=lambda found: ngettext("%(count)s entry", "%(count)s entries", found) % {"count": whole(found)},
    empty=Empty(what=_("Nobody has entered yet"), next=_("Enter by “Your entry” on the page of the event.")),
)
