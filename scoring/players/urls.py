"""Addresses of players."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.players.views import clubs, players

urlpatterns: list[URLPattern] = [
    path("players/", players.players, name="players"),
    path("players/<str:number>/", players.player, name="player"),
    path("me/", players.my_page, name="my-page"),
    path("certificates/<str:serial>.pdf", players.certificate_pdf, name="certificate-pdf"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
]
