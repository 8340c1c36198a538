"""Addresses of slips."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.slips.views import brackets, lateness, slips

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/bracket/", brackets.bracket, name="bracket"),
    path("events/<slug:slug>/lateness/", lateness.lateness, name="lateness"),
    path("events/<slug:slug>/slips/", slips.slips, name="slips"),
    path("events/<slug:slug>/slips/<slug:place>/", slips.slip, name="slip"),
    path("events/<slug:slug>/close/", slips.close, name="close-event"),
    path("events/<slug:slug>/open-again/", slips.open_again, name="open-slips-again"),
]
