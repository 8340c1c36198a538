"""Addresses for programs: signed heads."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.heads import api

urlpatterns: list[URLPattern] = [
    path("heads/", api.HeadsView.as_view(), name="api-heads"),
]
