"""Addresses of the institution for programs."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("sanctioning.bars.api_urls")),
    path("", include("sanctioning.clubs.api_urls")),
    path("", include("sanctioning.fees.api_urls")),
    path("", include("sanctioning.kit.waiting.api_urls")),
    path("", include("sanctioning.kit.messages.api_urls")),
    path("", include("sanctioning.people.api_urls")),
    path("", include("sanctioning.accounts.api_urls")),
    path("", include("sanctioning.law.api_urls")),
    path("", include("sanctioning.kit.jobs.api_urls")),
]
