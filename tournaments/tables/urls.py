"""Addresses of tables in play."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.addresses import GAME
from tournaments.tables.views import pads, paper_sheets, table, table_cards

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/rounds/<int:round>/cards/", table_cards.cards, name="round-cards"),
    path("events/<slug:slug>/cards/", table_cards.cards, name="table-cards"),
    path(f"{GAME}table/", table.table, name="table"),
    path(f"{GAME}table/stanzas/<int:number>/", table.stanza, name="table-stanza"),
    path(f"{GAME}table/<slug:act>/", table.act, name="table-act"),
    path(f"{GAME}sheet/", paper_sheets.entry, name="sheet-entry"),
    path("pad/worker.js", pads.worker, name="pad-worker"),
    path("pad/<slug:secret>/", pads.by_link, name="pad-link"),
    path("pad/<slug:slug>/<game:game>/", pads.by_account, name="pad"),
]
