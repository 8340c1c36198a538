"""Addresses of tournaments."""

from __future__ import annotations

from sanctioning.kit.pages.addresses import addresses_of

urlpatterns = addresses_of(
    "tournaments.directing.urls",
    "tournaments.seasons.urls",
    "tournaments.slips.urls",
    "tournaments.reports.urls",
    "tournaments.tables.urls",
    "tournaments.events.urls",
    "tournaments.entries.urls",
    "tournaments.teams.urls",
    "tournaments.justice.canons.urls",
    "tournaments.rounds.urls",
    "tournaments.calls.urls",
    "tournaments.justice.votes.urls",
    "tournaments.justice.rulings.urls",
    "tournaments.justice.case_book.urls",
    "tournaments.justice.appeals.urls",
    "tournaments.executors.urls",
    "tournaments.justice.cases.urls",
)
