"""Addresses of series."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.series import views

urlpatterns: list[URLPattern] = [
    path("series/", views.all_series, name="all-series"),
    path("series/<slug:slug>/", views.series, name="series"),
    path("series/<slug:slug>/<slug:act>/", views.act, name="series-act"),
    path("clubs/<slug:slug>/series/new/", views.announce, name="new-series"),
]
