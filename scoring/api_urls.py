"""Addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, register_converter
from drf_spectacular.views import SpectacularAPIView

from scoring.rosters.addresses import RosterConverter

register_converter(RosterConverter, "api-roster")

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("", include("scoring.results.api_urls")),
    path("", include("scoring.recordings.api_urls")),
    path("", include("scoring.ledger.api_urls")),
    path("", include("scoring.certificates.api_urls")),
    path("", include("scoring.rosters.api_urls")),
    path("", include("scoring.players.api_urls")),
    path("", include("scoring.previews.api_urls")),
    path("", include("scoring.series.api_urls")),
    path("", include("scoring.practice.api_urls")),
]
