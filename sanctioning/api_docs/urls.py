"""Addresses of the pages about the API."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.api_docs import views

urlpatterns: list[URLPattern] = [
    path("help/api/reference/", views.reference, name="api-reference"),
    path("help/api/reference/<slug:slug>/", views.one_part, name="api-part"),
]
