"""Addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, register_converter
from drf_spectacular.views import SpectacularAPIView

from scoring.api import (
    advancing,
    books,
    brackets,
    decisions,
    floor,
    heads,
    lateness,
    pads,
    practice,
    previews,
    record_batches,
    results,
    series,
    slips,
    tables,
    views,
)
from scoring.views.addresses import RosterConverter
from tournaments.api.views import CalendarView

register_converter(RosterConverter, "api-roster")

GAME = "events/<slug:slug>/games/<game:game>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("calendar/", CalendarView.as_view(), name="api-calendar"),
    path("events/<slug:slug>/", views.EventView.as_view(), name="api-event"),
    path("events/<slug:slug>/floor/", floor.FloorView.as_view(), name="api-floor"),
    path("events/<slug:slug>/floor/<slug:act>/", floor.FloorActView.as_view(), name="api-floor-act"),
    path("events/<slug:slug>/advancing/", advancing.AdvancingView.as_view(), name="api-advancing"),
    path("events/<slug:slug>/bracket/", brackets.BracketView.as_view(), name="api-bracket"),
    path("events/<slug:slug>/lateness/", lateness.LatenessView.as_view(), name="api-lateness"),
    path("events/<slug:slug>/slips/", slips.SlipsView.as_view(), name="api-slips"),
    path("events/<slug:slug>/slips/<slug:place>/", slips.SlipView.as_view(), name="api-slip"),
    path(
        "events/<slug:slug>/slips/<slug:place>/preview/",
        slips.SlipPreviewView.as_view(),
        name="api-slip-preview",
    ),
    path(
        "events/<slug:slug>/slips/<slug:place>/sign/",
        slips.SlipSignatureView.as_view(),
        name="api-slip-sign",
    ),
    path("events/<slug:slug>/close/", slips.CloseEventView.as_view(), name="api-close-event"),
    path("events/<slug:slug>/open-again/", slips.OpenAgainView.as_view(), name="api-open-slips-again"),
    path("events/<slug:slug>/records/", record_batches.RecordBatchesView.as_view(), name="api-records"),
    path(
        "events/<slug:slug>/records/<int:batch>/",
        record_batches.RecordBatchView.as_view(),
        name="api-record-batch",
    ),
    path(
        "events/<slug:slug>/records/<int:batch>/<int:number>/<slug:act>/",
        record_batches.RecordFileView.as_view(),
        name="api-record-file",
    ),
    path(GAME, views.GameView.as_view(), name="api-game"),
    path(f"{GAME}record/", views.RecordView.as_view(), name="api-game-record"),
    path(f"{GAME}reports/", views.ReportView.as_view(), name="api-report"),
    path(f"{GAME}findings/<int:finding>/", results.FindingView.as_view(), name="api-settle"),
    path(f"{GAME}confirm/", results.ConfirmView.as_view(), name="api-confirm"),
    path(f"{GAME}certify/", results.CertifyView.as_view(), name="api-certify"),
    path(f"{GAME}corrections/", books.CorrectionView.as_view(), name="api-correction"),
    path("executor/", results.ExecutorDeskView.as_view(), name="api-executor-desk"),
    path("players/<str:number>/recordings/", books.RecordingView.as_view(), name="api-recording"),
    path("me/certificates/", books.OwnCertificatesView.as_view(), name="api-own-certificates"),
    path("me/certificates/forecast/", books.OwnForecastView.as_view(), name="api-own-forecast"),
    path("ledger/<int:number>/", books.LedgerEntryView.as_view(), name="api-ledger-entry"),
    path("certificates/<str:code>/mutilated/", books.MutilatedView.as_view(), name="api-mutilated"),
    path("certificates/<str:code>/replacement/", books.ReplacementView.as_view(), name="api-replacement"),
    path("heads/", heads.HeadsView.as_view(), name="api-heads"),
    path("rosters/compile/", books.CompileView.as_view(), name="api-roster-compile"),
    path("rosters/<api-roster:key>/publish/", books.PublishView.as_view(), name="api-roster-publish"),
    path("rosters/<api-roster:key>/errata/", books.ErrataView.as_view(), name="api-roster-errata"),
    path(
        "rosters/<api-roster:key>/players/<str:number>/",
        books.RosterLineView.as_view(),
        name="api-roster-line",
    ),
    path(f"{GAME}table/", tables.TableView.as_view(), name="api-table"),
    path(f"{GAME}table/stanzas/", tables.StanzasView.as_view(), name="api-stanzas"),
    path(f"{GAME}table/stanzas/<int:stanza>/", tables.StanzaView.as_view(), name="api-stanza"),
    path(f"{GAME}table/<slug:act>/", tables.TableActView.as_view(), name="api-table-act"),
    path(f"{GAME}pad/", pads.PadView.as_view(), name="api-pad"),
    path(f"{GAME}pad/stanzas/", pads.PadStanzasView.as_view(), name="api-pad-stanzas"),
    path(f"{GAME}pad/<slug:act>/", pads.PadActView.as_view(), name="api-pad-act"),
    path("appeals/<int:number>/effects/", decisions.AppealEffectsView.as_view(), name="api-appeal-effects"),
    path("appeals/<int:number>/story/", decisions.CaseStoryView.as_view(), name="api-case-story"),
    path("results/", views.ResultsView.as_view(), name="api-results"),
    path("players/", views.PlayersView.as_view(), name="api-players"),
    path("clubs/", views.ClubsView.as_view(), name="api-clubs"),
    path("players/<str:number>/", views.PlayerView.as_view(), name="api-player"),
    path("rosters/", views.RostersView.as_view(), name="api-rosters"),
    path("rosters/<api-roster:key>/", views.RosterView.as_view(), name="api-roster"),
    path("certificates/<str:code>/", views.CertificateCheckView.as_view(), name="api-check"),
    path("law/articles/<slug:reference>/previews/", previews.PreviewsView.as_view(), name="api-previews"),
    path(
        "law/articles/<slug:reference>/previews/<int:key>/",
        previews.PreviewView.as_view(),
        name="api-preview",
    ),
    path(
        "law/articles/<slug:reference>/previews/<int:key>/<slug:act>/",
        previews.PreviewActView.as_view(),
        name="api-preview-act",
    ),
    path("series/", series.AllSeriesView.as_view(), name="api-all-series"),
    path("series/<slug:slug>/", series.SeriesView.as_view(), name="api-series"),
    path("series/<slug:slug>/<slug:act>/", series.SeriesStepView.as_view(), name="api-series-step"),
    path("practices/", practice.PracticesView.as_view(), name="api-practices"),
    path("practices/<str:key>/<slug:act>/", practice.PracticeActView.as_view(), name="api-practice-act"),
]
