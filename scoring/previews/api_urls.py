"""Addresses for programs: previews."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.previews import api

urlpatterns: list[URLPattern] = [
    path("law/articles/<slug:reference>/previews/", api.PreviewsView.as_view(), name="api-previews"),
    path(
        "law/articles/<slug:reference>/previews/<int:key>/",
        api.PreviewView.as_view(),
        name="api-preview",
    ),
    path(
        "law/articles/<slug:reference>/previews/<int:key>/<slug:act>/",
        api.PreviewActView.as_view(),
        name="api-preview-act",
    ),
]
