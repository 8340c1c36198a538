"""Addresses of appeals."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.justice.appeals.views import appeals

urlpatterns: list[URLPattern] = [
    path("appeals/", appeals.appeals, name="appeals"),
    path("appeals/of/<slug:kind>/<int:number>/", appeals.new, name="appeal-new"),
    path("appeals/<int:number>/", appeals.appeal, name="appeal"),
    path("appeals/<int:number>/bundle/", appeals.bundle, name="appeal-bundle"),
    path("appeals/<int:number>/files/<int:statement>/", appeals.attachment, name="appeal-file"),
    path("appeals/<int:number>/<slug:act>/", appeals.act, name="appeal-act"),
]
