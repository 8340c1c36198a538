"""Addresses for programs: entries."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.entries.api import entries, entry_links, newcomers, prepaid, rulings

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/entries/newcomers/", newcomers.NewcomersView.as_view(), name="api-newcomers"),
    path("entries/confirm/", newcomers.ConfirmEntryView.as_view(), name="api-confirm-entry"),
    path("entries/link/<str:code>/", entry_links.LinkedEntryView.as_view(), name="api-entry-page"),
    path(
        "entries/link/<str:code>/<slug:act>/",
        entry_links.LinkedEntryStepView.as_view(),
        name="api-entry-page-act",
    ),
    path("events/<slug:slug>/entries/", entries.EntriesView.as_view(), name="api-entries"),
    path("events/<slug:slug>/entries/conditions/", entries.ConditionsView.as_view(), name="api-conditions"),
    path("events/<slug:slug>/entries/lists/", entries.EnteredListsView.as_view(), name="api-entered-lists"),
    path(
        "events/<slug:slug>/entries/lists/<int:entered_list>/take-back/",
        entries.TakeBackListView.as_view(),
        name="api-take-back-list",
    ),
    path("events/<slug:slug>/entries/scanned/", entries.ScannedView.as_view(), name="api-scanned"),
    path(
        "events/<slug:slug>/entries/all-present/",
        entries.AllPresentView.as_view(),
        name="api-all-present",
    ),
    path(
        "events/<slug:slug>/entries/all-present/undo/",
        entries.UndoAllPresentView.as_view(),
        name="api-undo-all-present",
    ),
    path(
        "events/<slug:slug>/entries/<int:entry>/<slug:act>/",
        entries.EntryStepView.as_view(),
        name="api-entry-step",
    ),
    path(
        "events/<slug:slug>/entry-rulings/",
        rulings.EntryRulingsView.as_view(),
        name="api-entry-rulings",
    ),
    path("events/<slug:slug>/prepaid/", prepaid.PrepaidView.as_view(), name="api-prepaid"),
]
