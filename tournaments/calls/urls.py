"""Addresses of calls."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.calls import views

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/games/<game:game>/calls/", views.calls, name="calls"),
    path(
        "events/<slug:slug>/games/<game:game>/calls/<int:call>/<slug:act>/", views.call_act, name="call-act"
    ),
    path("events/<slug:slug>/announcements/", views.announcements, name="announcements"),
    path(
        "events/<slug:slug>/announcements/<int:announcement>/down/",
        views.announcement_down,
        name="announcement-down",
    ),
]
