"""Addresses for programs: imports."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.imports import api

urlpatterns: list[URLPattern] = [
    path("ledger/<int:number>/correct/", api.CorrectEntryView.as_view(), name="api-ledger-entry-correct"),
    path("imports/", api.ImportsView.as_view(), name="api-imports"),
    path("imports/<int:number>/", api.ImportView.as_view(), name="api-import"),
    path("imports/<int:number>/rows/", api.ImportRowsView.as_view(), name="api-import-rows"),
    path("imports/<int:number>/<slug:act>/", api.ImportActView.as_view(), name="api-import-act"),
]
