"""Addresses of exports."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.exports import views

ONE = "exports/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("exports/", views.exports, name="exports"),
    path("exports/download/<str:code>/", views.download, name="export-download"),
    path(ONE, views.export, name="export"),
    path(f"{ONE}files/<int:run>/", views.file, name="export-file"),
    path(f"{ONE}remove/", views.remove, name="export-remove"),
    path(f"{ONE}<slug:act>/", views.act, name="export-act"),
]
