"""Addresses for programs: the director's work."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.directing import api, round_api

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/floor/", api.FloorView.as_view(), name="api-floor"),
    path("events/<slug:slug>/floor/<slug:act>/", api.FloorActView.as_view(), name="api-floor-act"),
    path("events/<slug:slug>/ruled/", api.RuledTablesView.as_view(), name="api-ruled-tables"),
    path(
        "events/<slug:slug>/rounds/<int:round>/begin/",
        round_api.BeginRoundView.as_view(),
        name="api-begin-round",
    ),
    path(
        "events/<slug:slug>/rounds/<int:round>/complete/",
        round_api.CompleteRoundView.as_view(),
        name="api-complete-round",
    ),
    path(
        "events/<slug:slug>/rounds/<int:round>/seats/",
        round_api.SeatsView.as_view(),
        name="api-round-seats",
    ),
]
