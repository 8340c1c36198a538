"""Addresses of the ledger."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.ledger.views import keys, tracing
from scoring.ledger.views.ledger import ledger

urlpatterns: list[URLPattern] = [
    path("ledger/", ledger, name="ledger"),
    path("ledger/<int:number>/", tracing.entry, name="ledger-entry"),
    path("rosters/<roster:key>/players/<str:number>/", tracing.line, name="roster-line"),
    path("keys/", keys.keys, name="keys"),
    path("keys/saas-keys.pem", keys.keys_pem, name="keys-pem"),
]
