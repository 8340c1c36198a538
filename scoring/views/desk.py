"""The desk on one's own page in words: what waits, then the tools, in the same order for everybody.

Terms: tool (a page from which an office acts, with a sentence on what it does).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from sanctioning.templatetags.saas import game_url
from scoring.selectors.desks import Desk
from scoring.selectors.waiting import DeskGame, Waits
from tournaments.selectors import CalendarLine
from tournaments.selectors.calls import CallLine

# Of each kind of thing that waits: one of it, many of it, the page that deals with all, its part, and the
# page of a single one where they are named.
WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    "calls": ("table that calls you", "calls from tables", "", ""),
    "clubs": ("club to decide on", "clubs to decide on", "club-queue", ""),
    "applications": ("application to decide on", "applications to decide on", "authority", "#applications"),
    "unruled": (
        "game without an Acting Executor",
        "games without an Acting Executor",
        "authority",
        "#unruled",
    ),
    "troubled": (
        "game whose Acting Executor had better not rule it",
        "games whose Acting Executors had better not rule them",
        "authority",
        "#troubled",
    ),
    "claims": ("person who asks for a record", "people who ask for a record", "registry", "#claims"),
    "receipts": ("receipt that names no invoice", "receipts that name no invoice", "fees", "#unmatched"),
    "overdue": ("invoice overdue", "invoices overdue", "fees", "#open"),
    "rosters": ("roster to publish", "rosters to publish", "registrar-rosters", ""),
    "failed": ("piece of work that failed", "pieces of work that failed", "jobs", ""),
    "certify": ("game to certify", "games to certify", "", ""),
    "settle": ("game with errors to settle", "games with errors to settle", "", ""),
    "club-answers": ("question to answer about a club", "questions to answer about clubs", "", "club-desk"),
    "drafts": ("application to send in", "applications to send in", "", "application"),
    "answers": ("question to answer about an event", "questions to answer about events", "", "application"),
    "invoices": ("invoice to pay", "invoices to pay", "", "invoice"),
    "confirm": ("final sheet to confirm", "final sheets to confirm", "", ""),
    "correct": ("report with errors to correct", "reports with errors to correct", "", ""),
    "report": ("game to be reported", "games to be reported", "", ""),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    name: str
    path: str
    said: str = ""
    day: dt.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLine:
    """`path` is empty where only the things themselves have pages."""

    title: str
    path: str
    first_until: dt.date | None
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    path: str
    does: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    waits: tuple[WaitingLine, ...]
    under_way: tuple[DeskGame, ...]
    coming: tuple[CalendarLine, ...]
    runs_a_club: bool
    tools: tuple[tuple[str, tuple[Tool, ...]], ...]


def desk_page(desk: Desk) -> DeskPage:
    return DeskPage(
        waits=tuple(map(_line, desk.waits)),
        under_way=desk.under_way,
        coming=desk.coming,
        runs_a_club=bool(desk.clubs),
        tools=tuple((title, tuple(tools)) for title, tools in _groups(desk)),
    )


def _line(waits: Waits) -> WaitingLine:
    one, many, page, part = WORDS[waits.kind]
    named = tuple(Thing(name=name, path=reverse(part, args=[where])) for name, where in waits.named)
    return WaitingLine(
        title=f"{waits.number} {one if waits.number == 1 else many}",
        path=f"{reverse(page)}{part}" if page else "",
        first_until=waits.first_until,
        things=(*named, *map(_game, waits.games), *map(_call, waits.calls)),
    )


def _game(game: DeskGame) -> Thing:
    errors = "1 error" if game.open_errors == 1 else f"{game.open_errors} errors"
    return Thing(
        name=f"{game.event_name}, {game.game_label}",
        path=game_url(game.event_slug, game.game_number, game.game_group),
        said=errors if game.open_errors else "",
        day=game.played_on,
    )


def _call(call: CallLine) -> Thing:
    return Thing(
        name=f"{call.event_name}, {call.game_label}",
        path=game_url(call.event_slug, call.game_number, call.game_group, "calls"),
        said=call.what,
    )


def _groups(desk: Desk) -> Iterator[tuple[str, list[Tool]]]:
    """The tools of each office, those of the authority first and of clubs last."""
    if desk.decides:
        yield "The authority", _of_the_authority()
    if desk.compiles:
        yield "The books", _of_the_books(desk)
    if desk.executor_number:
        path = reverse("executor", args=[desk.executor_number])
        does = "Where you rule, when you are away, and from which games a conflict keeps you."
        yield "Acting Executor", [Tool(name="My places, days and conflicts", path=path, does=does)]
    for name, slug in desk.clubs:
        yield name, _of_a_club(slug)
    if desk.registered:
        yield (
            "Clubs that are not approved yet",
            [
                Tool(name=name, path=reverse("club-desk", args=[slug]), does="Where it stands; questions.")
                for name, slug in desk.registered
            ],
        )


def _of_the_authority() -> list[Tool]:
    return [
        _tool("Sanctions and executors", "authority", "Decide on applications; appoint Acting Executors."),
        _tool("Clubs to decide on", "club-queue", "Approve new clubs, ask them first, or refuse them."),
        _tool("Offices", "offices", "Appoint; prolong and end terms."),
        _tool("Executors", "executors", "Where each rules, who is away, how the work is spread."),
        _tool("Bars", "bars", "Impose and lift them."),
        _tool("Rules, Articles and fees", "law-history", "Draft, preview and adopt versions; read old ones."),
        _tool("Levels and types", "levels", "What sanctions are applied for: add, rename, retire."),
    ]


def _of_the_books(desk: Desk) -> list[Tool]:
    recording = [
        _tool("Record certificates", "registrar", "Certificates that a player sends in."),
        _tool("Look a certificate up", "registrar-certificates", "Mark a mutilated one and replace it."),
    ]
    return [
        *(recording if desk.records else ()),
        _tool("Compile rosters", "registrar-rosters", "Working copies, booklets, publishing."),
        _tool("Fees", "fees", "Open invoices; the bank's files; receipts without an invoice."),
        _tool("People", "registry", "Find records; register, correct and merge; claims."),
        _tool("Long work", "jobs", "Papers, rosters and mail that are being made, or failed."),
        _tool("Reset a second factor", "second-factor-reset", "For somebody who lost the device."),
    ]


def _of_a_club(slug: str) -> list[Tool]:
    return [
        Tool(
            name="Register an event",
            path=reverse("new-event", args=[slug]),
            does="And apply for its sanction.",
        ),
        Tool(
            name="Announce a series",
            path=reverse("new-series", args=[slug]),
            does="Events that lead to a playoff and a consolation.",
        ),
        Tool(name="Events of the club", path=reverse("club", args=[slug]), does="To come, over, results."),
        Tool(name="Desk of the club", path=reverse("club-desk", args=[slug]), does="Offices and members."),
        Tool(
            name="Account of the club", path=reverse("club-account", args=[slug]), does="Invoices, payments."
        ),
        _tool("Register somebody", "register-person", "A player without a member number."),
    ]


def _tool(name: str, page: str, does: str) -> Tool:
    return Tool(name=name, path=reverse(page), does=does)
