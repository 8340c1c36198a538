"""Addresses of seasons."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.seasons import views

urlpatterns: list[URLPattern] = [
    path("clubs/<slug:slug>/events/season/", views.new_season, name="new-season"),
    path("clubs/<slug:slug>/calendar.pdf", views.club_poster, name="club-poster"),
    path("series/<slug:slug>/calendar.pdf", views.series_poster, name="series-poster"),
]
