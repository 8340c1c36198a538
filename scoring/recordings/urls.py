"""Addresses of recordings."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.recordings.views import own_recording, registrar

urlpatterns: list[URLPattern] = [
    path("me/record/", own_recording.record, name="record-own"),
    path("registrar/", registrar.registrar, name="registrar"),
    path("registrar/rosters/", registrar.registrar_rosters, name="registrar-rosters"),
    path("registrar/rosters/compile/", registrar.roster_compile, name="roster-compile"),
    path("registrar/rosters/<roster:key>/publish/", registrar.roster_publish, name="roster-publish"),
]
