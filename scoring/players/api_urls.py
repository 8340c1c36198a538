"""Addresses for programs: players."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.players.api import ClubsView, PlayersView, PlayerView

urlpatterns: list[URLPattern] = [
    path("players/", PlayersView.as_view(), name="api-players"),
    path("clubs/", ClubsView.as_view(), name="api-clubs"),
    path("players/<str:number>/", PlayerView.as_view(), name="api-player"),
]
