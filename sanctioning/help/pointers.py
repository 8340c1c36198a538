"""Which part of a guide explains which page: one table, by the names of addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from sanctioning.help.guides import guide, path_of

POINTERS: Final = {
    # What everybody sees.
    "calendar": "players#finding-an-event",
    "calendar-month": "players#finding-an-event",
    "calendar-month-of": "players#finding-an-event",
    "event": "players#entering",
    "game": "players#a-game",
    "replay": "players#a-game",
    "board": "directors#boards",
    "live": "directors#boards",
    "results": "players#a-game",
    "players": "players#lists",
    "player": "players#what-the-public-sees",
    "clubs": "clubs",
    "club": "clubs",
    "degrees": "players#degrees",
    "rosters": "players#card-games",
    "roster": "glossary#results-and-points",
    "roster-changed": "glossary#results-and-points",
    "series": "players#a-series",
    "check": "players#certificates",
    "check-code": "players#certificates",
    "search": "searching",
    "case-book": "glossary#justice",
    "practice": "players#practice",
    "practice-guide": "players#practice",
    # One's own.
    "my-page": "players#your-page",
    "waiting": "players#waiting-for-me",
    "messages": "players#messages",
    "messages-archive": "players#messages",
    "my-calendar": "players#your-dates",
    "my-account": "players#an-account",
    "account_signup": "players#an-account",
    "mfa_index": "executors#signing-in",
    "mfa_activate_totp": "executors#signing-in",
    "passkey": "players#an-account",
    "passkey-add": "players#an-account",
    "my-data": "players#your-data",
    "forget-me": "players#to-be-forgotten",
    "claim": "players#your-record",
    "record-own": "players#recording",
    "tokens": "api#your-first-token",
    "webhooks": "api#webhooks",
    "webhook": "api#webhooks",
    "exports": "registrars#exports-on-a-schedule",
    "export": "registrars#exports-on-a-schedule",
    # Entries.
    "own-entry": "players#entering",
    "entry-page": "players#entering",
    "newcomer-entry": "players#entering-without-a-number",
    "team-entry": "players#whist-your-team",
    "manage-event": "directors#entries-and-games",
    "enter-list": "directors#a-whole-list",
    "entry-conditions": "directors#who-may-enter",
    "check-in": "directors#the-door",
    "teams": "directors#teams-enter-themselves",
    "event-import": "importing",
    # An event, before and while it is played.
    "new-event": "directors#an-event",
    "edit-event": "directors#changing-and-cancelling",
    "cancel-event": "directors#changing-and-cancelling",
    "new-season": "directors#an-event-again-or-a-season-of-it",
    "new-series": "directors#a-series",
    "application": "directors#the-application",
    "application-of": "directors#the-application",
    "rounds": "directors#rounds",
    "round-seats": "directors#rounds",
    "floor": "directors#the-floor",
    "announcements": "directors#announcements",
    "opening-draw": "directors#the-opening-draw",
    "table": "directors#stanza-by-stanza",
    "table-cards": "papers#table-cards",
    "blank-sheets": "papers#sheets-to-print",
    "sheet-entry": "papers#typing-a-sheet-in",
    "records": "papers#files",
    "record-batch": "papers#which-game-a-file-is-of",
    "slips": "directors#events-that-are-one-game",
    "slip": "players#whist-slips",
    "bracket": "directors#brackets",
    "lateness": "directors#who-comes-late",
    "canons": "directors#canons",
    "calls": "directors#calls",
    "pad": "scorekeepers",
    "pad-link": "scorekeepers",
    "table-stanza": "undo#stanzas-slips-reports",
    "correct": "executors#for-the-managing-executor",
    "report": "directors#reporting",
    "confirm": "directors#confirming",
    # Ruling and judging.
    "executor-desk": "executors",
    "ruled-tables": "executors#while-a-game-is-played",
    "settle": "executors#findings",
    "executor-settle": "executors#findings",
    "certify": "executors#certification",
    "rule": "executors#rule-on-an-irregularity",
    "game-rulings": "executors#rule-on-an-irregularity",
    "ruling": "players#appeals",
    "violations": "players#charges-and-votes",
    "vote": "executors#votes-of-the-table",
    "appeals": "executors#appeals",
    "appeal": "players#appeals",
    "appeal-new": "players#appeals",
    "executor": "executors#your-places-days-and-conflicts",
    "entry-rulings": "executors#rule-on-an-irregularity",
    "letters": "managing-executor#letters-and-disciplinary-cases",
    "letter": "players#letters-and-cases",
    "draft-letter": "players#letters-and-cases",
    "cases": "managing-executor#letters-and-disciplinary-cases",
    "case": "players#letters-and-cases",
    # Clubs and fees.
    "register-club": "clubs#registering-a-club",
    "club-desk": "clubs#the-dashboard-of-the-club",
    "club-terms": "clubs#the-dashboard-of-the-club",
    "club-account": "clubs#the-account",
    "invoice": "fees#the-accounts",
    "fees": "fees#the-accounts",
    "bank": "fees#the-banks-file",
    # The registrar.
    "registrar": "registrars#recording-certificates",
    "registrar-certificates": "registrars#certificates-that-are-mutilated-lost-or-replaced",
    "registrar-rosters": "registrars#rosters",
    "registry": "registrars#people",
    "register-person": "registrars#register-somebody",
    "record": "registrars#people",
    "imports": "importing",
    "import": "importing#from-the-file-to-the-records",
    # The Managing Executor.
    "authority": "executors#for-the-managing-executor",
    "executors": "executors#for-the-managing-executor",
    "event-executors": "executors#for-the-managing-executor",
    "club-queue": "executors#for-the-managing-executor",
    "offices": "executors#for-the-managing-executor",
    "describe-authority": "managing-executor#the-authority",
    "rules": "glossary#law-and-sanction",
    "law-history": "managing-executor#which-version-counts",
    "law-new": "managing-executor#from-a-draft-to-law",
    "law-edit": "managing-executor#from-a-draft-to-law",
    "law-adopt": "managing-executor#adopt",
    "law-compare": "managing-executor#compare",
    "law-previews": "managing-executor#how-a-preview-tells-the-story",
    "law-preview": "managing-executor#how-a-preview-tells-the-story",
    "law-version": "managing-executor#what-the-articles-provide",
    "levels": "managing-executor#levels-and-types",
    "keys": "managing-executor#signed-heads",
    "trail": "managing-executor#audit-trail",
    "set-up": "managing-executor#setting-up",
    "set-up-law": "managing-executor#setting-up",
    "set-up-people": "managing-executor#setting-up",
    "set-up-club": "managing-executor#setting-up",
    "doctor": "managing-executor#the-installation",
}
"""The guide, and after `#` the passage of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """`title` is the head of the passage, and `guide` that of its guide, where the two differ."""

    path: str
    title: str
    guide: str
    language: str


def pointer_for(request: HttpRequest) -> Pointer | None:
    """To what explains the page that is asked for, if anything does."""
    name = request.resolver_match.url_name if request.resolver_match else None
    return explained_by(POINTERS[name]) if name in POINTERS else None


def explained_by(target: str) -> Pointer:
    """Where an entry of `POINTERS` leads, with what is written there."""
    slug, _hash, anchor = target.partition("#")
    explained = guide(slug)
    path = f"{path_of(slug)}#{anchor}" if anchor else path_of(slug)
    [passage] = [passage for passage in explained.passages if passage.path == path]
    return Pointer(path=path, title=passage.head, guide=passage.said, language=explained.language)
