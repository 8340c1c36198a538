"""Addresses for programs: degrees."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.degrees import api

urlpatterns: list[URLPattern] = [
    path("degrees/", api.DegreesView.as_view(), name="api-degrees"),
    path("degrees/holders/", api.HoldersView.as_view(), name="api-degree-holders"),
    path("degrees/papers/", api.DegreePapersView.as_view(), name="api-degree-papers"),
]
