"""Addresses for programs: games."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.games import api

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/games/", api.GamesView.as_view(), name="api-new-game"),
]
