"""Addresses for programs: results."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring.results.api import advancing, decisions, results
from scoring.results.api.corrections import CorrectionView
from scoring.results.api.events_and_games import EventView, GameView, ResultsView
from tournaments.events.addresses import GAME

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/", EventView.as_view(), name="api-event"),
    path("events/<slug:slug>/advancing/", advancing.AdvancingView.as_view(), name="api-advancing"),
    path(GAME, GameView.as_view(), name="api-game"),
    path(f"{GAME}findings/<int:finding>/", results.SettlingView.as_view(), name="api-settle"),
    path(f"{GAME}confirm/", results.ConfirmView.as_view(), name="api-confirm"),
    path(f"{GAME}certify/", results.CertifyView.as_view(), name="api-certify"),
    path(f"{GAME}corrections/", CorrectionView.as_view(), name="api-correction"),
    path("executor/", results.ExecutorDeskView.as_view(), name="api-executor-desk"),
    path("appeals/<int:number>/effects/", decisions.AppealEffectsView.as_view(), name="api-appeal-effects"),
    path("appeals/<int:number>/story/", decisions.CaseStoryView.as_view(), name="api-case-story"),
    path("results/", ResultsView.as_view(), name="api-results"),
]
