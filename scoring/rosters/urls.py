"""Addresses of rosters."""

from __future__ import annotations

from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from scoring.rosters import views
from scoring.rosters.feeds import RostersFeed

urlpatterns: list[URLPattern] = [
    path("rosters/", views.rosters, name="rosters"),
    path("rosters/feed.atom", require_safe(RostersFeed()), name="rosters-feed"),
    path("rosters/earlier/<int:key>/", views.earlier_roster, name="earlier-roster"),
    path("rosters/<roster:key>/", views.roster, name="roster"),
    path("rosters/<roster:key>/changes/", views.roster_changed, name="roster-changed"),
    path("rosters/<roster:key>/roster.pdf", views.roster_pdf, name="roster-pdf"),
    path("rosters/<roster:key>/roster.csv", views.roster_csv, name="roster-csv"),
    path("rosters/<roster:key>/roster.xlsx", views.roster_xlsx, name="roster-xlsx"),
    path("rosters/<roster:key>/roster.json", views.roster_json, name="roster-json"),
    path("rosters/<roster:key>/errata.pdf", views.errata_pdf, name="roster-errata-pdf"),
    path("rosters/<roster:key>/clubs/<slug:slug>/", views.club_part, name="roster-club"),
    path("rosters/<roster:key>/clubs/<slug:slug>/part.pdf", views.club_pdf, name="roster-club-pdf"),
]
