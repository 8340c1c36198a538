"""Addresses for programs: the director's work."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.directing import api

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/floor/", api.FloorView.as_view(), name="api-floor"),
    path("events/<slug:slug>/floor/<slug:act>/", api.FloorActView.as_view(), name="api-floor-act"),
]
