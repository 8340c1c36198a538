"""Addresses of the hall for programs."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.api.applications import ApplicationStepView, ApplicationView

urlpatterns: list[URLPattern | URLResolver] = [
    path("events/<slug:slug>/application/", ApplicationView.as_view(), name="api-application"),
    path(
        "events/<slug:slug>/application/<slug:act>/",
        ApplicationStepView.as_view(),
        name="api-application-step",
    ),
]
