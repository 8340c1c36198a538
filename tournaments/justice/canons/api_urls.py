"""Addresses for programs: canons."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.canons import api

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/canons/", api.CanonsView.as_view(), name="api-canons"),
    path(
        "events/<slug:slug>/canons/<int:step>/<slug:act>/",
        api.CanonActView.as_view(),
        name="api-canon-act",
    ),
]
