"""Addresses for programs: the case book."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.case_book.api import (
    BookRulingStepView,
    BookRulingsView,
    BookRulingView,
    StatisticsView,
)

urlpatterns: list[URLPattern] = [
    path("rulings/", BookRulingsView.as_view(), name="api-case-book"),
    path("rulings/statistics/", StatisticsView.as_view(), name="api-ruling-statistics"),
    path("rulings/<int:ruling>/", BookRulingView.as_view(), name="api-public-ruling"),
    path("rulings/<int:ruling>/<slug:act>/", BookRulingStepView.as_view(), name="api-ruling-mark"),
]
