"""Addresses for programs: calls."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.calls import api

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/games/<game:game>/calls/", api.CallsView.as_view(), name="api-calls"),
    path(
        "events/<slug:slug>/games/<game:game>/calls/<int:call>/<slug:act>/",
        api.CallStepView.as_view(),
        name="api-call-step",
    ),
    path("events/<slug:slug>/announcements/", api.AnnouncementsView.as_view(), name="api-announcements"),
    path(
        "events/<slug:slug>/announcements/<int:announcement>/down/",
        api.AnnouncementDownView.as_view(),
        name="api-announcement-down",
    ),
]
