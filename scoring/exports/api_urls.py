"""Addresses for programs: exports."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.exports import api

ONE = "exports/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("exports/", api.ExportsView.as_view(), name="api-exports"),
    path(ONE, api.ExportView.as_view(), name="api-export"),
    path(f"{ONE}<slug:act>/", api.ExportActView.as_view(), name="api-export-act"),
]
