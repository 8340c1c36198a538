"""Addresses for programs: recordings."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.recordings.api import OwnCertificatesView, OwnForecastView, RecordingView

urlpatterns: list[URLPattern] = [
    path("players/<str:number>/recordings/", RecordingView.as_view(), name="api-recording"),
    path("me/certificates/", OwnCertificatesView.as_view(), name="api-own-certificates"),
    path("me/certificates/forecast/", OwnForecastView.as_view(), name="api-own-forecast"),
]
