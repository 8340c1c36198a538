"""Addresses for programs: Acting Executors."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.executors import api

urlpatterns: list[URLPattern] = [
    path("executors/", api.ExecutorsView.as_view(), name="api-executors"),
    path("executors/<str:number>/", api.ExecutorView.as_view(), name="api-executor"),
    path("executors/<str:number>/<slug:act>/", api.ExecutorActView.as_view(), name="api-executor-act"),
    path("troubled-games/", api.TroubledView.as_view(), name="api-troubled-games"),
    path("events/<slug:slug>/executors/", api.ProposalView.as_view(), name="api-proposals"),
    path(
        "events/<slug:slug>/executors/<slug:act>/",
        api.EventExecutorActView.as_view(),
        name="api-event-executor-act",
    ),
]
