"""Addresses of reports."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.reports.views import record_files

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/records/", record_files.records, name="records"),
    path("events/<slug:slug>/records/<int:batch>/", record_files.batch, name="record-batch"),
    path(
        "events/<slug:slug>/records/<int:batch>/<int:number>/<slug:act>/",
        record_files.act,
        name="record-file-act",
    ),
]
