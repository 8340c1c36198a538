"""Addresses of rulings."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.rulings.views import rulings

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/games/<game:game>/rule/", rulings.rule, name="rule"),
    path("events/<slug:slug>/games/<game:game>/rulings/", rulings.game_rulings, name="game-rulings"),
    path("events/<slug:slug>/games/<game:game>/rulings/<int:number>/", rulings.ruling, name="ruling"),
]
