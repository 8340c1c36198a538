"""Addresses for programs: series."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.series import api

urlpatterns: list[URLPattern] = [
    path("series/", api.AllSeriesView.as_view(), name="api-all-series"),
    path("series/<slug:slug>/", api.SeriesView.as_view(), name="api-series"),
    path("series/<slug:slug>/<slug:act>/", api.SeriesStepView.as_view(), name="api-series-step"),
]
