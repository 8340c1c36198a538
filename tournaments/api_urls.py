"""Addresses of tournaments for programs."""

from __future__ import annotations

from sanctioning.kit.pages.addresses import addresses_of

urlpatterns = addresses_of(
    "tournaments.events.api_urls",
    "tournaments.seasons.api_urls",
    "tournaments.directing.api_urls",
    "tournaments.slips.api_urls",
    "tournaments.reports.api_urls",
    "tournaments.tables.api_urls",
    "tournaments.justice.appeals.api_urls",
    "tournaments.justice.canons.api_urls",
    "tournaments.justice.cases.api_urls",
    "tournaments.executors.api_urls",
    "tournaments.entries.api_urls",
    "tournaments.teams.api_urls",
    "tournaments.rounds.api_urls",
    "tournaments.calls.api_urls",
    "tournaments.justice.votes.api_urls",
    "tournaments.justice.rulings.api_urls",
    "tournaments.justice.case_book.api_urls",
)
