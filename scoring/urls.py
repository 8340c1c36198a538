"""Addresses of scoring."""

from __future__ import annotations

from django.urls import register_converter

from sanctioning.kit.pages.addresses import addresses_of
from scoring.rosters.addresses import RosterConverter

register_converter(RosterConverter, "roster")

urlpatterns = addresses_of(
    "scoring.sharing.urls",
    "scoring.exports.urls",
    "scoring.results.urls",
    "scoring.practice.urls",
    "scoring.players.urls",
    "scoring.recordings.urls",
    "scoring.imports.urls",
    "scoring.ledger.urls",
    "scoring.heads.urls",
    "scoring.degrees.urls",
    "scoring.series.urls",
    "scoring.rosters.urls",
    "scoring.previews.urls",
    "scoring.certificates.urls",
)
