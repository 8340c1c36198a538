"""Addresses for programs: the ledger."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.ledger.api.entries import LedgerEntryView, LedgerView, RosterLineView

urlpatterns: list[URLPattern] = [
    path("ledger/", LedgerView.as_view(), name="api-ledger"),
    path("ledger/<int:number>/", LedgerEntryView.as_view(), name="api-ledger-entry"),
    path(
        "rosters/<api-roster:key>/players/<str:number>/",
        RosterLineView.as_view(),
        name="api-roster-line",
    ),
]
