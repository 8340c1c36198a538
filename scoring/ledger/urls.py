"""Addresses of the ledger."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.ledger.views import tracing
from scoring.ledger.views.ledger import ledger

urlpatterns: list[URLPattern] = [
    path("ledger/", ledger, name="ledger"),
    path("ledger/<int:number>/", tracing.entry, name="ledger-entry"),
    path("rosters/<roster:key>/players/<str:number>/", tracing.line, name="roster-line"),
]
