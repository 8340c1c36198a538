"""Addresses for programs: votes."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.votes import api

urlpatterns: list[URLPattern] = [
    path(
        "events/<slug:slug>/games/<game:game>/violations/",
        api.ViolationsView.as_view(),
        name="api-violations",
    ),
    path(
        "events/<slug:slug>/games/<game:game>/violations/<int:violation>/votes/",
        api.DemandView.as_view(),
        name="api-demand-vote",
    ),
    path("events/<slug:slug>/games/<game:game>/votes/<int:vote>/", api.VoteView.as_view(), name="api-vote"),
    path(
        "events/<slug:slug>/games/<game:game>/votes/<int:vote>/<slug:act>/",
        api.VoteStepView.as_view(),
        name="api-vote-step",
    ),
]
