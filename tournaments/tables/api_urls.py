"""Addresses for programs: tables in play."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.addresses import GAME
from tournaments.tables.api import opening, pads, tables

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/games/", opening.GamesView.as_view(), name="api-new-game"),
    path(f"{GAME}table/", tables.TableView.as_view(), name="api-table"),
    path(f"{GAME}table/stanzas/", tables.StanzasView.as_view(), name="api-stanzas"),
    path(f"{GAME}table/stanzas/<int:stanza>/", tables.TableStanzaView.as_view(), name="api-stanza"),
    path(f"{GAME}table/record/", tables.TableRecordView.as_view(), name="api-table-record"),
    path(f"{GAME}table/<slug:act>/", tables.TableActView.as_view(), name="api-table-act"),
    path(f"{GAME}pad/", pads.PadView.as_view(), name="api-pad"),
    path(f"{GAME}pad/stanzas/", pads.PadStanzasView.as_view(), name="api-pad-stanzas"),
    path(f"{GAME}pad/link/", tables.TableLinkView.as_view(), name="api-table-link"),
    path(f"{GAME}pad/<slug:act>/", pads.PadActView.as_view(), name="api-pad-act"),
]
