"""Addresses of results."""

from __future__ import annotations

from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from scoring.results.feeds import ResultsFeed
from scoring.results.views import (
    advancing,
    corrections,
    decisions,
    events_and_games,
    executor_desk,
    final_sheets,
    front_page,
    game_acts,
    live,
    posters,
    replay,
)
from tournaments.events.addresses import GAME

urlpatterns: list[URLPattern] = [
    path("", front_page.front, name="front"),
    path("results/", front_page.results, name="results"),
    path("results/feed.atom", require_safe(ResultsFeed()), name="results-feed"),
    path("clubs/<slug:slug>/results.atom", require_safe(ResultsFeed()), name="club-results-feed"),
    path("events/<slug:slug>/", events_and_games.event, name="event"),
    path("live/", live.live, name="live"),
    path("live/latest/", live.latest, name="live-latest"),
    path("events/<slug:slug>/results.pdf", posters.poster, name="results-poster"),
    path("events/<slug:slug>/live/", live.event_board, name="board"),
    path("events/<slug:slug>/now/", live.event_now, name="event-now"),
    path("events/<slug:slug>/projector/", live.projector, name="projector"),
    path("events/<slug:slug>/sheets/", final_sheets.sheets, name="final-sheets"),
    path("events/<slug:slug>/advancing/", advancing.advancing, name="advancing"),
    path(GAME, events_and_games.game, name="game"),
    path(f"{GAME}stanzas/<int:stanza>/", replay.replay, name="replay"),
    path(f"{GAME}record.json", game_acts.record, name="game-record"),
    path(f"{GAME}report/", game_acts.report, name="report"),
    path(f"{GAME}findings/<int:finding>/", game_acts.settle, name="settle"),
    path(f"{GAME}confirm/", game_acts.confirm, name="confirm"),
    path(f"{GAME}certify/", executor_desk.certify, name="certify"),
    path(f"{GAME}correct/", corrections.correct, name="correct"),
    path(f"{GAME}versions/<int:version>/", events_and_games.version, name="game-version"),
    path("appeals/<int:number>/effects/", decisions.effects, name="appeal-effects"),
    path("appeals/<int:number>/story/", decisions.story, name="case-story"),
    path("executor/", executor_desk.desk, name="executor-desk"),
    path("executor/<slug:slug>/<game:game>/settle/", executor_desk.settle, name="executor-settle"),
]
