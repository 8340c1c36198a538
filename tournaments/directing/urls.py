"""Addresses of the director's work."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.directing.views import beginning_rounds, event, floor, papers, ruled_tables
from tournaments.events.addresses import GAME

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/floor/", floor.floor, name="floor"),
    path("events/<slug:slug>/floor/<slug:act>/", floor.floor_act, name="floor-act"),
    path("events/<slug:slug>/ruled/", ruled_tables.tables, name="ruled-tables"),
    path("events/<slug:slug>/rounds/<int:round>/begin/", beginning_rounds.begin, name="begin-round"),
    path("events/<slug:slug>/rounds/<int:round>/complete/", beginning_rounds.complete, name="complete-round"),
    path("events/<slug:slug>/rounds/<int:round>/ready/", beginning_rounds.ready, name="round-ready"),
    path("scoresheets/", papers.blank_sheets, name="blank-sheets"),
    path("scoresheets/<int:players>-players.pdf", papers.blank_sheet, name="blank-sheet"),
    path(
        "events/<slug:slug>/scoresheets.pdf",
        papers.of_event,
        {"paper": "scoresheets"},
        name="scoresheets",
    ),
    path("events/<slug:slug>/cards.pdf", papers.of_event, {"paper": "cards"}, name="table-cards-pdf"),
    path(
        "events/<slug:slug>/rounds/<int:round>/scoresheets.pdf",
        papers.of_event,
        {"paper": "scoresheets"},
        name="round-scoresheets",
    ),
    path(
        "events/<slug:slug>/rounds/<int:round>/cards.pdf",
        papers.of_event,
        {"paper": "cards"},
        name="round-cards-pdf",
    ),
    path("events/<slug:slug>/papers/<slug:name>.pdf", papers.of_format, name="format-paper"),
    path(f"{GAME}scoresheet.pdf", papers.of_game, name="scoresheet"),
    path("clubs/<slug:slug>/events/new/", event.new_event, name="new-event"),
    path("events/<slug:slug>/manage/", event.manage_event, name="manage-event"),
    path("events/<slug:slug>/manage/enter/", event.enter, name="enter"),
    path("events/<slug:slug>/manage/withdraw/", event.withdraw, name="withdraw"),
    path("events/<slug:slug>/manage/games/", event.new_game, name="new-game"),
]
