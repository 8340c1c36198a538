"""Addresses of the books."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, register_converter

from scoring.rosters.addresses import RosterConverter

register_converter(RosterConverter, "roster")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("scoring.results.urls")),
    path("", include("scoring.practice.urls")),
    path("", include("scoring.players.urls")),
    path("", include("scoring.recordings.urls")),
    path("", include("scoring.ledger.urls")),
    path("", include("scoring.degrees.urls")),
    path("", include("scoring.series.urls")),
    path("", include("scoring.rosters.urls")),
    path("", include("scoring.previews.urls")),
    path("", include("scoring.certificates.urls")),
]
