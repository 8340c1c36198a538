"""Addresses of scoring for programs, and the description of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, register_converter
from drf_spectacular.views import SpectacularAPIView

from sanctioning.kit.pages.addresses import addresses_of
from scoring.rosters.addresses import RosterConverter

register_converter(RosterConverter, "api-roster")

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    *addresses_of(
        "scoring.results.api_urls",
        "scoring.recordings.api_urls",
        "scoring.imports.api_urls",
        "scoring.ledger.api_urls",
        "scoring.heads.api_urls",
        "scoring.certificates.api_urls",
        "scoring.rosters.api_urls",
        "scoring.players.api_urls",
        "scoring.previews.api_urls",
        "scoring.series.api_urls",
        "scoring.practice.api_urls",
    ),
]
