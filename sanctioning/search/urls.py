"""Addresses of the search."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.search import views

urlpatterns: list[URLPattern] = [
    path("search/", views.search, name="search"),
]
