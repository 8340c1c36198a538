"""Addresses for programs: bars."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.bars import api

urlpatterns: list[URLPattern] = [
    path("bars/", api.BarsView.as_view(), name="api-bars"),
    path("bars/<int:bar>/lift/", api.BarLiftView.as_view(), name="api-bar-lift"),
]
