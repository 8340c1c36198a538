"""Addresses for programs: rulings."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.rulings import api

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/games/<game:game>/rulings/", api.RulingsView.as_view(), name="api-rulings"),
    path(
        "events/<slug:slug>/games/<game:game>/rulings/irregularities/",
        api.IrregularitiesView.as_view(),
        name="api-irregularities",
    ),
    path("events/<slug:slug>/games/<game:game>/rulings/weigh/", api.WeighView.as_view(), name="api-weigh"),
    path(
        "events/<slug:slug>/games/<game:game>/rulings/<int:number>/",
        api.RulingView.as_view(),
        name="api-ruling",
    ),
]
