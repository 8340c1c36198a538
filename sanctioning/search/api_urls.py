"""Addresses for programs: the search."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.search import api

urlpatterns: list[URLPattern] = [
    path("search/", api.SearchView.as_view(), name="api-search"),
]
