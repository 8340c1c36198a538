"""Addresses of the case book."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.case_book import views

urlpatterns: list[URLPattern] = [
    path("rulings/", views.case_book, name="case-book"),
    path("rulings/statistics/", views.statistics, name="ruling-statistics"),
    path("rulings/<int:ruling>/", views.case, name="public-ruling"),
    path("rulings/<int:ruling>/<slug:act>/", views.case_act, name="ruling-mark"),
]
