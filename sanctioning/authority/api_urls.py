"""Addresses for programs: the authority."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.authority import api

urlpatterns: list[URLPattern] = [
    path("authority/", api.AuthorityView.as_view(), name="api-authority"),
]
