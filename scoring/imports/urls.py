"""Addresses of imports."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.imports import views

urlpatterns: list[URLPattern] = [
    path("imports/", views.all_imports, name="imports"),
    path("imports/templates/<slug:kind>.<slug:ending>", views.blank_table, name="import-template"),
    path("imports/<int:number>/", views.one_import, name="import"),
    path("imports/<int:number>/documents/<int:key>/", views.document, name="import-document"),
    path("imports/<int:number>/<slug:act>/", views.import_act, name="import-act"),
    path("events/<slug:slug>/manage/import/", views.event_import, name="event-import"),
    path("ledger/<int:number>/correct/", views.correct_entry, name="ledger-entry-correct"),
]
