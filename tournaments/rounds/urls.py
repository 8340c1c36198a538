"""Addresses of rounds and draws."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.rounds.views import draws, rounds, seating

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("events/<slug:slug>/rounds/plan/", rounds.plan, name="plan-round"),
    path("events/<slug:slug>/rounds/<int:round>/seats/", seating.seating_list, name="round-seats"),
    path("events/<slug:slug>/rounds/<int:round>/screen/", seating.screen, name="round-screen"),
    path("events/<slug:slug>/rounds/<int:round>/<slug:act>/", rounds.act, name="round-act"),
    path("events/<slug:slug>/games/<game:game>/draw/", draws.opening_draw, name="opening-draw"),
]
