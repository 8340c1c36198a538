"""Addresses for programs: slips."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.slips.api import brackets, lateness, slips

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/bracket/", brackets.BracketView.as_view(), name="api-bracket"),
    path("events/<slug:slug>/lateness/", lateness.LatenessView.as_view(), name="api-lateness"),
    path("events/<slug:slug>/slips/", slips.SlipsView.as_view(), name="api-slips"),
    path("events/<slug:slug>/slips/<slug:place>/", slips.SlipView.as_view(), name="api-slip"),
    path(
        "events/<slug:slug>/slips/<slug:place>/preview/",
        slips.SlipPreviewView.as_view(),
        name="api-slip-preview",
    ),
    path(
        "events/<slug:slug>/slips/<slug:place>/sign/",
        slips.SlipSignatureView.as_view(),
        name="api-slip-sign",
    ),
    path("events/<slug:slug>/close/", slips.CloseEventView.as_view(), name="api-close-event"),
    path("events/<slug:slug>/open-again/", slips.OpenAgainView.as_view(), name="api-open-slips-again"),
]
