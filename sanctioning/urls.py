"""Addresses of the institution."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("sanctioning.accounts.urls")),
    path("", include("sanctioning.kit.waiting.urls")),
    path("", include("sanctioning.kit.messages.urls")),
    path("", include("sanctioning.people.urls")),
    path("", include("sanctioning.law.urls")),
    path("", include("sanctioning.clubs.urls")),
    path("", include("sanctioning.offices.urls")),
    path("", include("sanctioning.fees.urls")),
    path("", include("sanctioning.bars.urls")),
    path("", include("sanctioning.trail.urls")),
    path("", include("sanctioning.site.urls")),
    path("", include("sanctioning.kit.jobs.urls")),
]
