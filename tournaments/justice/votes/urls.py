"""Addresses of votes."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.votes import views

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/games/<game:game>/violations/", views.violations, name="violations"),
    path(
        "events/<slug:slug>/games/<game:game>/violations/<int:violation>/demand/",
        views.demand,
        name="demand-vote",
    ),
    path("events/<slug:slug>/games/<game:game>/votes/<int:vote>/", views.vote, name="vote"),
    path(
        "events/<slug:slug>/games/<game:game>/votes/<int:vote>/<slug:act>/", views.vote_act, name="vote-act"
    ),
]
