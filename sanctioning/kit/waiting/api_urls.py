"""Addresses for programs: waiting."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.kit.waiting import api

urlpatterns: list[URLPattern] = [
    path("me/waiting/", api.WaitingView.as_view(), name="api-waiting"),
]
