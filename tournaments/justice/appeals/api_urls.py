"""Addresses for programs: appeals."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.appeals import api

urlpatterns: list[URLPattern] = [
    path("appeals/", api.AppealsView.as_view(), name="api-appeals"),
    path("appeals/<int:number>/", api.AppealView.as_view(), name="api-appeal"),
    path("appeals/<int:number>/<slug:act>/", api.AppealActView.as_view(), name="api-appeal-act"),
]
