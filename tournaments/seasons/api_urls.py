"""Addresses for programs: seasons."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.seasons import api

urlpatterns: list[URLPattern] = [
    path("clubs/<slug:slug>/events/season/", api.NewSeasonView.as_view(), name="api-new-season"),
]
