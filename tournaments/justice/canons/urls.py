"""Addresses of canons."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.canons import views

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/canons/", views.canons, name="canons"),
    path("events/<slug:slug>/canons/<int:step>/<slug:act>/", views.canon_act, name="canon-act"),
]
