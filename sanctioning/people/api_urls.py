"""Addresses for programs: people and their records."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.people import api

urlpatterns: list[URLPattern] = [
    path("people/", api.RegistryView.as_view(), name="api-registry"),
    path("people/<str:number>/", api.RecordView.as_view(), name="api-record"),
    path("people/<str:number>/<slug:act>/", api.RecordActView.as_view(), name="api-record-act"),
    path("claims/", api.ClaimView.as_view(), name="api-claim"),
    path("claims/<int:number>/<slug:act>/", api.ClaimActView.as_view(), name="api-claim-act"),
    path(
        "provisional/<int:number>/<slug:act>/", api.ProvisionalActView.as_view(), name="api-provisional-act"
    ),
    path("me/data/", api.MyDataView.as_view(), name="api-my-data"),
    path("me/copies/", api.MyCopiesView.as_view(), name="api-my-copies"),
    path("me/forget/", api.ForgetMeView.as_view(), name="api-forget-me"),
]
