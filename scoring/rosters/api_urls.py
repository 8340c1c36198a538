"""Addresses for programs: rosters."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.rosters.api import (
    CompileView,
    EarlierRostersView,
    ErrataView,
    PublishView,
    RostersView,
    RosterView,
)

urlpatterns: list[URLPattern] = [
    path("rosters/compile/", CompileView.as_view(), name="api-roster-compile"),
    path("rosters/<api-roster:key>/publish/", PublishView.as_view(), name="api-roster-publish"),
    path("rosters/<api-roster:key>/errata/", ErrataView.as_view(), name="api-roster-errata"),
    path("rosters/earlier/", EarlierRostersView.as_view(), name="api-earlier-rosters"),
    path("rosters/", RostersView.as_view(), name="api-rosters"),
    path("rosters/<api-roster:key>/", RosterView.as_view(), name="api-roster"),
]
