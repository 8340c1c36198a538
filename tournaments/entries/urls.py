"""Addresses of entries."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.entries.views import entered_lists, entries, newcomers, own_entry, prepaid, rulings

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/manage/conditions/", entries.conditions, name="entry-conditions"),
    path("events/<slug:slug>/manage/check-in/", entries.check_in_list, name="check-in"),
    path("events/door-worker.js", entries.door_worker, name="door-worker"),
    path("events/<slug:slug>/manage/check-in/<int:entry>/<slug:act>/", entries.entry_act, name="entry-act"),
    path("events/<slug:slug>/manage/list/", entered_lists.enter_a_list, name="enter-list"),
    path(
        "events/<slug:slug>/manage/list/<int:entered_list>/take-back/",
        entered_lists.take_back,
        name="take-back-list",
    ),
    path("events/<slug:slug>/manage/all-present/", entries.everybody_present, name="all-present"),
    path(
        "events/<slug:slug>/manage/all-present/undo/",
        entries.everybody_not_present,
        name="undo-all-present",
    ),
    path("events/<slug:slug>/entries/", entries.entrants, name="entrants"),
    path("events/<slug:slug>/entry/", own_entry.own, name="own-entry"),
    path("events/<slug:slug>/entry/new/", newcomers.newcomer_entry, name="newcomer-entry"),
    path("events/<slug:slug>/entry/new/mail/", newcomers.newcomer_mail, name="newcomer-mail"),
    path("entry/confirm/<str:code>/", newcomers.confirm_entry, name="confirm-entry"),
    path("entry/<str:code>/", own_entry.by_link, name="entry-page"),
    path("entry/<str:code>/calendar.ics", own_entry.calendar_file, name="entry-calendar"),
    path("events/<slug:slug>/entry-rulings/", rulings.entry_rulings, name="entry-rulings"),
    path("events/<slug:slug>/prepaid/", prepaid.prepaid, name="prepaid"),
]
