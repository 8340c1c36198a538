"""Addresses for programs: clubs."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.clubs import api

urlpatterns: list[URLPattern] = [
    path("club-applications/", api.ClubApplicationsView.as_view(), name="api-club-applications"),
    path("clubs/<slug:slug>/desk/", api.ClubDeskView.as_view(), name="api-club-desk"),
    path("clubs/<slug:slug>/desk/terms/", api.ClubTermsView.as_view(), name="api-club-terms"),
    path("clubs/<slug:slug>/desk/<slug:act>/", api.ClubStepView.as_view(), name="api-club-step"),
    path("offices/", api.OfficesView.as_view(), name="api-offices"),
    path("terms/<int:number>/<slug:act>/", api.TermActView.as_view(), name="api-term-act"),
]
