"""Addresses of tournaments."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.directing.urls")),
    path("", include("tournaments.slips.urls")),
    path("", include("tournaments.reports.urls")),
    path("", include("tournaments.tables.urls")),
    path("", include("tournaments.events.urls")),
    path("", include("tournaments.entries.urls")),
    path("", include("tournaments.teams.urls")),
    path("", include("tournaments.justice.canons.urls")),
    path("", include("tournaments.rounds.urls")),
    path("", include("tournaments.calls.urls")),
    path("", include("tournaments.justice.votes.urls")),
    path("", include("tournaments.justice.rulings.urls")),
    path("", include("tournaments.justice.case_book.urls")),
    path("", include("tournaments.justice.appeals.urls")),
    path("", include("tournaments.executors.urls")),
    path("", include("tournaments.justice.cases.urls")),
]
