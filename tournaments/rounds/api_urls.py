"""Addresses for programs: rounds and draws."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.rounds.api import rounds

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/rounds/", rounds.RoundsView.as_view(), name="api-rounds"),
    path(
        "events/<slug:slug>/rounds/<int:round>/<slug:act>/",
        rounds.RoundStepView.as_view(),
        name="api-round-step",
    ),
    path("events/<slug:slug>/cards/", rounds.TableCardsView.as_view(), name="api-table-cards"),
    path("events/<slug:slug>/games/<game:game>/draw/", rounds.OpeningDrawView.as_view(), name="api-draw"),
]
