"""Addresses of scoring for programs."""

from __future__ import annotations

from django.urls import register_converter

from sanctioning.kit.pages.addresses import addresses_of
from scoring.rosters.addresses import RosterConverter

register_converter(RosterConverter, "api-roster")

urlpatterns = addresses_of(
    "scoring.results.api_urls",
    "scoring.recordings.api_urls",
    "scoring.exports.api_urls",
    "scoring.imports.api_urls",
    "scoring.ledger.api_urls",
    "scoring.heads.api_urls",
    "scoring.certificates.api_urls",
    "scoring.degrees.api_urls",
    "scoring.rosters.api_urls",
    "scoring.players.api_urls",
    "scoring.previews.api_urls",
    "scoring.series.api_urls",
    "scoring.practice.api_urls",
)
