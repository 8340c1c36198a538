"""Addresses of previews."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.previews import views

urlpatterns: list[URLPattern] = [
    path("rules/versions/articles/<slug:reference>/previews/", views.previews, name="law-previews"),
    path("rules/versions/articles/<slug:reference>/previews/<int:key>/", views.preview, name="law-preview"),
    path(
        "rules/versions/articles/<slug:reference>/previews/<int:key>/people.csv",
        views.preview_table,
        name="law-preview-csv",
    ),
    path(
        "rules/versions/articles/<slug:reference>/previews/<int:key>/<slug:act>/",
        views.preview_act,
        name="law-preview-act",
    ),
]
