"""Clubs in the search of the site: those that are approved, and those that were closed."""

from __future__ import annotations

from django.urls import reverse

from sanctioning.clubs.models import Club
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.search.kinds_of_rows import kind_of_rows
from sanctioning.search.registry import Hit, Question


def _hit(_question: Question, club: Club) -> Hit:
    closed = club.get_state_display() if club.state == Club.State.CLOSED else ""
    return Hit(
        title=club.name,
        path=reverse("club", args=[club.slug]),
        said=" · ".join(filter(None, (club.place, closed))),
    )


CLUBS = kind_of_rows(
    title=_lazy("Clubs"),
    rows=lambda _question: Club.objects.filter(state__in=(Club.State.APPROVED, Club.State.CLOSED)),
    hit=_hit,
    order=("name",),
)
