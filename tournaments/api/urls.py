"""Addresses of the hall for programs."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.api import executors
from tournaments.api.applications import ApplicationStepView, ApplicationView

urlpatterns: list[URLPattern | URLResolver] = [
    path("executors/", executors.ExecutorsView.as_view(), name="api-executors"),
    path("executors/<str:number>/", executors.ExecutorView.as_view(), name="api-executor"),
    path("executors/<str:number>/<slug:act>/", executors.ExecutorActView.as_view(), name="api-executor-act"),
    path("troubled-games/", executors.TroubledView.as_view(), name="api-troubled-games"),
    path("events/<slug:slug>/executors/", executors.ProposalView.as_view(), name="api-proposals"),
    path("events/<slug:slug>/application/", ApplicationView.as_view(), name="api-application"),
    path(
        "events/<slug:slug>/application/<slug:act>/",
        ApplicationStepView.as_view(),
        name="api-application-step",
    ),
]
