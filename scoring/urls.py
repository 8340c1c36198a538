"""Addresses of the books."""

from django.urls import URLPattern, URLResolver, path, register_converter

from scoring.views import (
    acts,
    check,
    clubs,
    events,
    front,
    keys,
    own_recording,
    papers,
    players,
    previews,
    registrar,
    replay,
    rosters,
    series,
    tables,
    tracing,
)
from scoring.views.addresses import DayConverter

register_converter(DayConverter, "day")

GAME = "events/<slug:slug>/games/<game:game>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.front, name="front"),
    path("results/", front.results, name="results"),
    path("events/<slug:slug>/", events.event, name="event"),
    path(GAME, events.game, name="game"),
    path(f"{GAME}stanzas/<int:stanza>/", replay.replay, name="replay"),
    path(f"{GAME}table/", tables.table, name="table"),
    path(f"{GAME}table/stanzas/<int:number>/", tables.stanza, name="table-stanza"),
    path(f"{GAME}table/<slug:act>/", tables.act, name="table-act"),
    path(f"{GAME}report/", acts.report, name="report"),
    path(f"{GAME}findings/<int:finding>/", acts.settle, name="settle"),
    path(f"{GAME}confirm/", acts.confirm, name="confirm"),
    path(f"{GAME}certify/", acts.certify, name="certify"),
    path(f"{GAME}correct/", acts.correct, name="correct"),
    path(f"{GAME}versions/<int:version>/", events.version, name="game-version"),
    path("players/", players.players, name="players"),
    path("players/<str:number>/", players.player, name="player"),
    path("me/", players.my_page, name="my-page"),
    path("me/record/", own_recording.record, name="record-own"),
    path("ledger/<int:number>/", tracing.entry, name="ledger-entry"),
    path("certificates/<str:serial>.pdf", players.certificate_pdf, name="certificate-pdf"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("series/", series.all_series, name="all-series"),
    path("series/<slug:slug>/", series.series, name="series"),
    path("series/<slug:slug>/<slug:act>/", series.act, name="series-act"),
    path("clubs/<slug:slug>/series/new/", series.announce, name="new-series"),
    path("rosters/", rosters.rosters, name="rosters"),
    path("rosters/<day:as_of>/", rosters.roster, name="roster"),
    path("rosters/<day:as_of>/roster.pdf", rosters.roster_pdf, name="roster-pdf"),
    path("rosters/<day:as_of>/roster.csv", rosters.roster_csv, name="roster-csv"),
    path("rules/versions/articles/<slug:reference>/previews/", previews.previews, name="law-previews"),
    path(
        "rules/versions/articles/<slug:reference>/previews/<int:key>/", previews.preview, name="law-preview"
    ),
    path(
        "rules/versions/articles/<slug:reference>/previews/<int:key>/people.csv",
        previews.preview_table,
        name="law-preview-csv",
    ),
    path(
        "rules/versions/articles/<slug:reference>/previews/<int:key>/<slug:act>/",
        previews.preview_act,
        name="law-preview-act",
    ),
    path("rosters/<day:as_of>/roster.xlsx", rosters.roster_xlsx, name="roster-xlsx"),
    path("rosters/<day:as_of>/roster.json", rosters.roster_json, name="roster-json"),
    path("rosters/<day:as_of>/errata.pdf", rosters.errata_pdf, name="roster-errata-pdf"),
    path("rosters/<day:as_of>/players/<str:number>/", tracing.line, name="roster-line"),
    path("rosters/<day:as_of>/clubs/<slug:slug>/", rosters.club_part, name="roster-club"),
    path("rosters/<day:as_of>/clubs/<slug:slug>/part.pdf", rosters.club_pdf, name="roster-club-pdf"),
    path("check/", check.check, name="check"),
    path("check/<str:code>/", check.check, name="check-code"),
    path("keys/", keys.keys, name="keys"),
    path("keys/saas-keys.pem", keys.keys_pem, name="keys-pem"),
    path("registrar/", registrar.registrar, name="registrar"),
    path("registrar/certificates/", papers.papers, name="registrar-certificates"),
    path("registrar/certificates/<str:serial>/<slug:act>/", papers.act, name="certificate-act"),
    path("registrar/rosters/", registrar.registrar_rosters, name="registrar-rosters"),
    path("registrar/rosters/compile/", registrar.roster_compile, name="roster-compile"),
    path("registrar/rosters/<day:as_of>/publish/", registrar.roster_publish, name="roster-publish"),
]
