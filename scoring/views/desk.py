"""The desk on one's own page in words: what waits, then the tools, in the same order for everybody.

Terms: tool (a page from which an office acts, with a sentence on what it does).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from sanctioning.waiting import Waits
from scoring.selectors.desks import Desk
from scoring.selectors.waiting import DeskGame
from tournaments.selectors import CalendarLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    path: str
    does: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    waits: tuple[Waits, ...]
    under_way: tuple[DeskGame, ...]
    coming: tuple[CalendarLine, ...]
    runs_a_club: bool
    tools: tuple[tuple[str, tuple[Tool, ...]], ...]


def desk_page(desk: Desk) -> DeskPage:
    return DeskPage(
        waits=desk.waits,
        under_way=desk.under_way,
        coming=desk.coming,
        runs_a_club=bool(desk.clubs),
        tools=tuple((title, tuple(tools)) for title, tools in _groups(desk)),
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
