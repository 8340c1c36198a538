"""Addresses for programs: the law."""

from __future__ import annotations

from django.urls import URLPattern, path

from sanctioning.law import api

urlpatterns: list[URLPattern] = [
    path("law/", api.LawListView.as_view(), name="api-law"),
    path("law/<slug:kind>/", api.LawDraftView.as_view(), name="api-law-draft"),
    path("law/<slug:kind>/<slug:reference>/", api.LawView.as_view(), name="api-law-version"),
    path(
        "law/<slug:kind>/<slug:reference>/compare/", api.LawComparisonView.as_view(), name="api-law-compare"
    ),
    path("law/<slug:kind>/<slug:reference>/<slug:act>/", api.LawActView.as_view(), name="api-law-act"),
    path("levels/", api.CategoriesView.as_view(), name="api-levels"),
    path("levels/<slug:kind>/", api.CategoryAddView.as_view(), name="api-level-add"),
    path("levels/<slug:kind>/<slug:slug>/<slug:act>/", api.CategoryActView.as_view(), name="api-level-act"),
]
