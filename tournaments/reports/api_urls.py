"""Addresses for programs: reports."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.addresses import GAME
from tournaments.reports.api import record_files
from tournaments.reports.api.reports import GameReportView, RecordView

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/records/", record_files.RecordBatchesView.as_view(), name="api-records"),
    path(
        "events/<slug:slug>/records/<int:batch>/",
        record_files.RecordBatchView.as_view(),
        name="api-record-batch",
    ),
    path(
        "events/<slug:slug>/records/<int:batch>/<int:number>/<slug:act>/",
        record_files.RecordFileView.as_view(),
        name="api-record-file",
    ),
    path(f"{GAME}record/", RecordView.as_view(), name="api-game-record"),
    path(f"{GAME}reports/", GameReportView.as_view(), name="api-report"),
]
