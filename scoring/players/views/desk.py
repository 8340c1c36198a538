"""The desk on one's own page in words: what waits, then the tools, in the same order for everybody.

Terms: tool (a page from which an office acts, with a sentence on what it does).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.kit.waiting.registry import Waits
from sanctioning.sanctions.models import Sanction
from scoring.players.selectors.desks import Desk
from scoring.waiting import DeskGame
from tournaments.events.selectors.events import CalendarLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    name: str
    path: str
    does: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPage:
    waits: tuple[Waits, ...]
    under_way: tuple[DeskGame, ...]
    today: tuple[CalendarLine, ...]
    later: tuple[CalendarLine, ...]
    runs_a_club: bool
    tools: tuple[tuple[str, tuple[Tool, ...]], ...]


def desk_page(desk: Desk) -> DeskPage:
    """Apart the sanctioned events that are held today."""
    today = tuple(event for event in desk.coming if event.is_today and event.state == Sanction.State.GRANTED)
    return DeskPage(
        waits=desk.waits,
        under_way=desk.under_way,
        today=today,
        later=tuple(event for event in desk.coming if event not in today),
        runs_a_club=bool(desk.clubs),
        tools=tuple((title, tuple(tools)) for title, tools in _groups(desk)),
    )


def _groups(desk: Desk) -> Iterator[tuple[str, list[Tool]]]:
    """The tools of each office, those of the authority first and of clubs last."""
    if desk.decides:
        yield _("The authority"), _of_the_authority()
    if desk.compiles:
        yield _("Records"), _of_the_records(desk)
    if desk.executor_number:
        path = reverse("executor", args=[desk.executor_number])
        does = _("Where you rule, when you are away, and which games a conflict keeps you from.")
        own = Tool(name=_("My places, days and conflicts"), path=path, does=does)
        calls = _("Calls, findings, games to certify, and games being played.")
        yield _("Acting Executor"), [_tool(_("Executor's dashboard"), "executor-desk", calls), own]
    for name, slug in desk.clubs:
        yield name, _of_a_club(slug)
    if desk.registered:
        yield (
            _("Clubs waiting for approval"),
            [
                Tool(name=name, path=reverse("club-desk", args=[slug]), does=_("Status and questions."))
                for name, slug in desk.registered
            ],
        )


def _of_the_authority() -> list[Tool]:
    return [
        _tool(
            _("Sanctions and executors"), "authority", _("Decide on applications; appoint Acting Executors.")
        ),
        _tool(
            _("Clubs to decide on"),
            "club-queue",
            _("Approve new clubs, ask them a question, or refuse them."),
        ),
        _tool(_("Offices"), "offices", _("Appoint people; extend and end terms.")),
        _tool(_("Executors"), "executors", _("Where they rule, who is away, and how the work is shared.")),
        _tool(_("Audit trail"), "trail", _("Everything anybody did, with what it changed.")),
        _tool(_("Bars"), "bars", _("Impose and lift bars.")),
        _tool(
            _("Rules, Articles and fees"),
            "law-history",
            _("Draft, preview and adopt versions; read earlier ones."),
        ),
        _tool(_("Levels and types"), "levels", _("What clubs apply for: add, rename, retire.")),
        _tool(_("The authority"), "describe-authority", _("Name, crest, time zone, contact and texts.")),
        _tool(
            _("How the installation is"),
            "doctor",
            _("Database, mail, keys, backup: their state, and what to do."),
        ),
    ]


def _of_the_records(desk: Desk) -> list[Tool]:
    recording = [
        _tool(_("Record certificates"), "registrar", _("Certificates sent in by a player.")),
        _tool(
            _("Look up a certificate"),
            "registrar-certificates",
            _("Mark a certificate as mutilated and replace it."),
        ),
        _tool(
            _("Print certificates of degrees"),
            "registrar-degrees",
            _("One at a time, or several in one file."),
        ),
    ]
    return [
        *(recording if desk.records else ()),
        _tool(_("Compile rosters"), "registrar-rosters", _("Working copies, booklets, publishing.")),
        _tool(_("Fees"), "fees", _("Open invoices, bank files, and payments without an invoice.")),
        _tool(_("People"), "registry", _("Find, register, correct and merge records; answer requests.")),
        _tool(
            _("Import the past"), "imports", _("People, points, certificates and rosters of earlier years.")
        ),
        _tool(_("Jobs"), "jobs", _("Certificates, rosters and mail that are being made or failed.")),
        _tool(
            _("Reset a second factor"), "second-factor-reset", _("For somebody who has lost their device.")
        ),
    ]


def _of_a_club(slug: str) -> list[Tool]:
    return [
        Tool(
            name=_("Register an event"),
            path=reverse("new-event", args=[slug]),
            does=_("And apply for its sanction."),
        ),
        Tool(
            name=_("Announce a series"),
            path=reverse("new-series", args=[slug]),
            does=_("Events that lead to a playoff and a consolation."),
        ),
        Tool(
            name=_("Events of the club"),
            path=reverse("club", args=[slug]),
            does=_("To come, finished, results."),
        ),
        Tool(
            name=_("Club dashboard"), path=reverse("club-desk", args=[slug]), does=_("Offices and members.")
        ),
        Tool(
            name=_("Account of the club"),
            path=reverse("club-account", args=[slug]),
            does=_("Invoices, payments."),
        ),
        _tool(_("Register somebody"), "register-person", _("A player without a member number.")),
    ]


def _tool(name: str, page: str, does: str) -> Tool:
    return Tool(name=name, path=reverse(page), does=does)
