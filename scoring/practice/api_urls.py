"""Addresses for programs: practice."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.practice import api

urlpatterns: list[URLPattern] = [
    path("practices/", api.PracticesView.as_view(), name="api-practices"),
    path("practices/<str:key>/", api.PracticeView.as_view(), name="api-practice"),
    path("practices/<str:key>/<slug:act>/", api.PracticeActView.as_view(), name="api-practice-act"),
]
