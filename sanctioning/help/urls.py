"""Addresses of the guides."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.help import views

urlpatterns: list[URLPattern] = [
    path("help/", views.overview, name="help"),
    path("help/<slug:slug>/", views.one_guide, name="guide"),
]
