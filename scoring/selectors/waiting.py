"""What waits for somebody, counted by kind: what a desk shows before anything else.

Invariants: only what this person can deal with; always in the order of `KINDS`; a constant number of queries.
Terms: kind (one sort of thing to do; the page has the words for it), first until (by when the first of them
is to be done).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from sanctioning.clock import today
from sanctioning.identity import rows_of
from sanctioning.models import Claim, Club, Job, Person
from sanctioning.permissions import (
    is_executor,
    may_decide_claims,
    may_decide_sanction,
    may_handle_fees,
    may_watch_jobs,
)
from sanctioning.selectors.clubs import waiting_clubs
from sanctioning.selectors.fees import open_invoices, unmatched_lines, unpaid_invoices
from scoring.models import Report, Roster
from scoring.permissions import may_compile_roster
from tournaments.models import Game
from tournaments.selectors import waiting_for_authority, waiting_for_clubs
from tournaments.selectors.calls import CallLine, open_calls_for
from tournaments.selectors.proposals import troubled_games, unruled_games

KINDS = (
    "calls",
    "clubs",
    "applications",
    "unruled",
    "troubled",
    "claims",
    "receipts",
    "overdue",
    "rosters",
    "failed",
    "certify",
    "settle",
    "club-answers",
    "drafts",
    "answers",
    "invoices",
    "confirm",
    "correct",
    "report",
)
OVER = (Game.State.CERTIFIED, Game.State.SPLIT, Game.State.VOID)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskGame:
    """`open_errors` block certification; `kind` is what waits for whoever asked, empty for another's turn."""

    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    game_label: str
    played_on: dt.date
    state: str
    acting_executor: str
    open_errors: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """`named` are the things themselves, each by name and slug or number, where there are few to tell."""

    kind: str
    number: int
    first_until: dt.date | None = None
    named: tuple[tuple[str, str], ...] = ()
    games: tuple[DeskGame, ...] = ()
    calls: tuple[CallLine, ...] = ()


def waiting(
    *, person: Person, clubs: Sequence[Club], kept: Sequence[Club], games: Sequence[DeskGame]
) -> tuple[Waits, ...]:
    """Of the authority, its books, the clubs run and kept, and the games; nothing of which there is none."""
    found = [
        *_of_tables(person),
        *_of_the_authority(person),
        *_of_the_books(person),
        *_of_clubs(clubs, kept),
        *_of_games(games),
    ]
    return tuple(sorted((one for one in found if one.number), key=lambda one: KINDS.index(one.kind)))


def games_of_desk(*, person: Person, clubs: Sequence[Club]) -> tuple[DeskGame, ...]:
    """Uncertified games that the person rules or whose club they run, oldest first. Two queries."""
    own = set(rows_of(person).values_list("pk", flat=True))
    open_error = Q(
        reports__current=True,
        reports__findings__severity="error",
        reports__findings__settled_at__isnull=True,
    )
    sent_by_asker = Report.objects.filter(game=OuterRef("pk"), current=True, reporter__in=own)
    found = (
        Game.objects.filter(Q(acting_executor__person__in=own) | Q(event__club__in=clubs))
        .exclude(state__in=OVER)
        .select_related("event", "acting_executor__person")
        .annotate(
            open_errors=Count("reports__findings", filter=open_error, distinct=True),
            sent_by_asker=Exists(sent_by_asker),
        )
        .order_by("starts_at", "number", "group")
    )
    run, day = {club.pk for club in clubs}, today()
    return tuple(_game(game, own, run, day) for game in found)


def _of_tables(person: Person) -> Iterable[Waits]:
    calls = open_calls_for(person=person) if is_executor(person, today()) else ()
    yield Waits(kind="calls", number=len(calls), calls=calls)


def _of_the_authority(person: Person) -> Iterable[Waits]:
    if not may_decide_sanction(person, today()):
        return
    asked = [club for club in waiting_clubs(asker=person) or () if club.turn.whose == "authority"]
    yield Waits(kind="clubs", number=len(asked), first_until=_first(club.turn.until for club in asked))
    events = waiting_for_authority().events
    until = _first(event.sanction.turn_until for event in events if event.sanction)
    yield Waits(kind="applications", number=len(events), first_until=until)
    yield Waits(kind="unruled", number=len(unruled_games()))
    yield Waits(kind="troubled", number=len(troubled_games()))


def _of_the_books(person: Person) -> Iterable[Waits]:
    day = today()
    if may_decide_claims(person, day):
        yield Waits(kind="claims", number=Claim.objects.filter(state=Claim.State.WAITING).count())
    if may_handle_fees(person, day):
        yield Waits(kind="receipts", number=len(unmatched_lines(asker=person)))
        overdue = [one for one in open_invoices(asker=person) if one.due_on < day]
        yield Waits(kind="overdue", number=len(overdue))
    if may_compile_roster(person, day):
        copies = Roster.objects.filter(as_of__lte=day).exclude(state=Roster.State.PUBLISHED)
        yield Waits(kind="rosters", number=copies.count())
    if may_watch_jobs(person, day):
        yield Waits(kind="failed", number=Job.objects.filter(state=Job.State.FAILED).count())


def _of_clubs(clubs: Sequence[Club], kept: Sequence[Club]) -> Iterable[Waits]:
    asked = [club for club in kept if club.state == Club.State.RETURNED]
    named = tuple((club.name, club.slug) for club in asked)
    yield Waits(kind="club-answers", number=len(asked), named=named)
    if not clubs:
        return
    turns = waiting_for_clubs(clubs)
    for kind, events in (("drafts", turns.drafts), ("answers", turns.questions)):
        yield Waits(
            kind=kind,
            number=len(events),
            first_until=_first(event.sanction.turn_until for event in events if event.sanction),
            named=tuple((event.name, event.slug) for event in events),
        )
    invoices = unpaid_invoices(clubs)
    yield Waits(
        kind="invoices",
        number=len(invoices),
        first_until=_first(one.due_on for one in invoices),
        named=tuple((f"{one.label}, {one.text}", str(one.id)) for one in invoices),
    )


def _of_games(games: Sequence[DeskGame]) -> Iterable[Waits]:
    for kind in ("certify", "settle", "confirm", "correct", "report"):
        those = tuple(game for game in games if game.kind == kind)
        yield Waits(kind=kind, number=len(those), games=those)


def _first(days: Iterable[dt.date | None]) -> dt.date | None:
    return min((day for day in days if day), default=None)


def _game(game: Game, own: set[int], run: set[int], day: dt.date) -> DeskGame:
    played_on = game.event.local_day(game.starts_at)
    executor = game.acting_executor
    errors: int = game.open_errors  # type: ignore[attr-defined]
    return DeskGame(
        event_name=game.event.name,
        event_slug=game.event.slug,
        game_number=game.number,
        game_group=game.group,
        game_label=game.label,
        played_on=played_on,
        state=game.state,
        acting_executor=executor.person.name if executor else "",
        open_errors=errors,
        kind=_kind(
            game,
            errors,
            rules=executor is not None and executor.person_id in own,
            runs=game.event.club_id in run,
            played=played_on <= day,
        ),
    )


def _kind(game: Game, errors: int, *, rules: bool, runs: bool, played: bool) -> str:
    """What the person has to do about the game, as executor before as director."""
    if game.state == Game.State.CONFIRMED:
        return "certify" if rules else ""
    if game.state == Game.State.REPORTED and errors:
        return "settle" if rules else "correct"
    if game.state == Game.State.REPORTED and runs and not game.sent_by_asker:  # type: ignore[attr-defined]
        return "confirm"
    return "report" if game.state == Game.State.OPEN and runs and played else ""
