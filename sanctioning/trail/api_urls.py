"""Addresses for programs: the audit trail."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.trail import api

urlpatterns: list[URLPattern] = [
    path("authority/trail/", api.TrailView.as_view(), name="api-trail"),
]
