"""Addresses for programs: finding people."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.people_search import api

urlpatterns: list[URLPattern] = [
    path("people/find/", api.FindPeopleView.as_view(), name="api-find-people"),
]
