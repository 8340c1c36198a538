"""Events in the search of the site: those that the asker sees in the calendar, the latest first."""

from __future__ import annotations

from django.urls import reverse

from sanctioning.kit.wording.localised import day
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.search.kinds_of_rows import kind_of_rows
from sanctioning.search.registry import Hit, Question
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import visible_events


def _hit(_question: Question, event: Event) -> Hit:
    return Hit(
        title=event.name,
        path=reverse("event", args=[event.slug]),
        said=" · ".join((day(event.first_day), event.club.name, event.place)),
    )


EVENTS = kind_of_rows(
    title=_lazy("Events"),
    rows=lambda question: visible_events(question.asker),
    hit=_hit,
    order=("-starts_at", "id"),
    joined=("club",),
)
