"""Addresses of tournaments for programs."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.events.api_urls")),
    path("", include("tournaments.directing.api_urls")),
    path("", include("tournaments.slips.api_urls")),
    path("", include("tournaments.reports.api_urls")),
    path("", include("tournaments.tables.api_urls")),
    path("", include("tournaments.justice.appeals.api_urls")),
    path("", include("tournaments.justice.canons.api_urls")),
    path("", include("tournaments.justice.cases.api_urls")),
    path("", include("tournaments.executors.api_urls")),
    path("", include("tournaments.entries.api_urls")),
    path("", include("tournaments.teams.api_urls")),
    path("", include("tournaments.rounds.api_urls")),
    path("", include("tournaments.games.api_urls")),
    path("", include("tournaments.calls.api_urls")),
    path("", include("tournaments.justice.votes.api_urls")),
    path("", include("tournaments.justice.rulings.api_urls")),
    path("", include("tournaments.justice.case_book.api_urls")),
]
