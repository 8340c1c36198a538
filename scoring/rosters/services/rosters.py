"""Compiling the roster as of 15 May and 15 November, and publishing it.

Invariants: the same inputs give the same bytes; a published roster is never compiled anew; a working
copy is replaced whole; publishing compiles once more, so that nothing recorded or corrected is missed.
PostgreSQL sums, sorts and keeps the sheets by one statement; elsewhere the same lines are read, sorted and
kept here. Both keep the same text.
Rule section: IV (semi-annual Whoopie Roster: points recorded as of 15 May and 15 November); that of another
card game is compiled in the same way, and holds nothing of the first.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from django.db import connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment, noon
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.wording.localised import day
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.degree_names import styles_of
from scoring.heads.services import have_roster_sealed
from scoring.ledger.models.ledger import LedgerEntry
from scoring.points import NO_POINTS
from scoring.recordings.models import DegreeHeld
from scoring.rosters.lines import RosterKey, RosterLine, is_roster_day, last_roster_day, text_of
from scoring.rosters.models import Roster, RosterSheet
from scoring.rosters.notifications import tell_of_roster
from scoring.rosters.permissions import may_compile_roster
from scoring.rosters.selectors.brought_forward import brought_forward_on
from scoring.rosters.selectors.kept_lines import csv_pieces
from scoring.rosters.selectors.lines_now import DegreeSum, keep_sheets_by_statement, ordered_lines_as_of

DOCUMENT_JOB = "scoring.roster-document"
COMPILE_JOB = "scoring.compile-roster"
SHEET_LINES = 500


FURTHEST_AHEAD: Final = dt.timedelta(days=366)


@looks_again
def compile_roster(
    *,
    by: Person | None,
    as_of: dt.date,
    card_game: str = WHOOPIE.slug,
    at: dt.datetime | None = None,
) -> Roster:
    """A working copy as of that day, in place of the one before; a published roster stays as it is.

    `by` is None where the clock has it compiled.

    Raises:
        Refusal: `not-allowed`, `roster-day`, `roster-too-early`.
    """
    at = moment(at)
    if by is not None:
        _require_compiler(by, at)
    require_roster_day(as_of, at)
    key = RosterKey(as_of, card_game)
    roster = Roster.objects.select_for_update(no_key=True).filter(as_of=as_of, card_game=card_game).first()
    if roster is not None and roster.published:
        return roster
    roster = _compiled(roster, key, by, at)
    after = {"players": roster.players, "inputs_hash": roster.inputs_hash}
    note(by=by, at=at, action="compile roster", thing=roster, after=after)
    _enqueue_document(roster, by)
    return roster


@transaction.atomic
def publish_roster(*, by: Person, roster: Roster, at: dt.datetime | None = None) -> Roster:
    """Freeze a compiled roster for good, once its day is over.

    Raises:
        Refusal: `not-allowed`, `roster-day`, `roster-day-not-over`, `roster-published`, `roster-too-early`.
    """
    at = moment(at)
    _require_compiler(by, at)
    if day_of(at) <= roster.as_of:
        raise Refusal(
            code="roster-day-not-over",
            sentence=_("Points can still be recorded as of %(as_of)s.") % {"as_of": day(roster.as_of)},
            rule=_("IV: the roster gives the points recorded as of that day."),
            remedy=_("Publish it from the day after."),
        )
    compile_roster(by=by, as_of=roster.as_of, card_game=roster.card_game, at=at)
    published = Roster.objects.filter(pk=roster.pk, state=Roster.State.COMPILED).update(
        state=Roster.State.PUBLISHED, published_by=by, published_at=at
    )
    if not published:
        raise Refusal(
            code="roster-published",
            sentence=_("%(roster)s is already published.") % {"roster": roster},
            rule=_("A published roster never changes."),
            remedy=_("Later corrections appear in the next roster and in an erratum."),
        )
    roster = Roster.objects.get(pk=roster.pk)
    note(
        by=by,
        at=at,
        action="publish roster",
        thing=roster,
        before={"state": Roster.State.COMPILED},
        after={"state": Roster.State.PUBLISHED, "csv": roster.csv_sha256},
    )
    _enqueue_document(roster, by)
    have_roster_sealed(roster)
    tell_of_roster(at=at, roster=roster)
    return roster


def compile_what_is_due(*, at: dt.datetime | None = None) -> list[Roster]:
    """The rosters of the last 15 May or 15 November, once its day is over; done already, it does nothing.

    There is one of each card game that somebody holds a degree of. The clock asks every hour: whenever it
    runs again after a standstill, they are there within the hour.

    Raises:
        Refusal: `not-allowed`, `roster-day`, `roster-too-early`.
    """
    at = moment(at)
    as_of = last_roster_day(day_of(at))
    over = noon(as_of + dt.timedelta(days=1), hour=0)
    done = Roster.objects.filter(as_of=as_of, compiled_at__gte=over).values("card_game")
    held = DegreeHeld.objects.filter(since__lte=as_of).exclude(card_game__in=done)
    due = held.order_by("card_game").values_list("card_game", flat=True).distinct()
    return [compile_roster(by=None, as_of=as_of, card_game=card_game, at=at) for card_game in due]


def have_part_printed(*, asker: Person | None, roster: Roster, club: str) -> None:
    """Have the part of a club printed, once for each state of the roster."""
    with transaction.atomic():
        enqueue(
            kind=DOCUMENT_JOB,
            key=f"{roster.key}/{roster.state}/{roster.inputs_hash}/{slugify(club)}",
            payload={"roster": roster.pk, "club": club},
            by=asker.account if asker else None,
        )


def require_roster_day(as_of: dt.date, at: dt.datetime) -> None:
    if as_of > day_of(at) + FURTHEST_AHEAD:
        raise Refusal(
            code="roster-too-early",
            sentence=_("A roster as of %(as_of)s cannot be compiled yet.") % {"as_of": day(as_of)},
            rule=_("IV: a roster shows what is recorded on its day; working copies show the next two."),
            remedy=_("Choose a day within the next year."),
            status=422,
        )
    if not is_roster_day(as_of):
        raise Refusal(
            code="roster-day",
            sentence=_("There is no roster as of %(as_of)s.") % {"as_of": day(as_of)},
            rule=_("IV: rosters are as of 15 May and 15 November."),
            remedy=_("Choose one of the two days."),
            status=422,
        )


def have_compiled(*, key: RosterKey, because: str) -> None:
    """Ask for a fresh working copy, once for each cause, in the caller's transaction."""
    payload = {"as_of": key.as_of.isoformat(), "card_game": key.card_game}
    enqueue(kind=COMPILE_JOB, key=f"{key}/{because}", payload=payload)


def _compiled(roster: Roster | None, key: RosterKey, by: Person | None, at: dt.datetime) -> Roster:
    """Keep the sheets first, then what they come to."""
    nothing = {"cut": 0, "players": 0, "points": NO_POINTS, "blue": NO_POINTS}
    if roster is None:
        of = {"as_of": key.as_of, "card_game": key.card_game}
        roster = Roster.objects.create(**of, compiled_by=by, compiled_at=at, **nothing)
    else:
        roster.sheets.all().delete()
    degrees = _keep_sheets(roster)
    roster.compiled_by, roster.compiled_at = by, at
    roster.cut = max((degree.last for degree in degrees), default=0)
    roster.players = sum(degree.players for degree in degrees)
    roster.points = sum((degree.points for degree in degrees), NO_POINTS)
    roster.blue = sum((degree.blue for degree in degrees), NO_POINTS)
    roster.brought_forward = sum(brought_forward_on(roster).values(), NO_POINTS)
    styles = styles_of(roster.card_game)
    roster.degrees = [
        [styles[degree.rank], degree.players, f"{degree.points:.1f}", f"{degree.blue:.1f}"]
        for degree in degrees
    ]
    roster.csv_sha256 = _sha256(csv_pieces(roster))
    roster.inputs_hash = _inputs_hash(roster)
    roster.save()
    return roster


def _keep_sheets(roster: Roster) -> list[DegreeSum]:
    """Keep the sheets of the roster; what each degree comes to, highest first."""
    if connection.vendor == "postgresql":
        table = RosterSheet._meta.db_table
        return keep_sheets_by_statement(roster.key, roster=roster.pk, table=table, size=SHEET_LINES)
    degrees: list[DegreeSum] = []
    sheets: list[Sequence[RosterLine]] = []
    for rank, group in groupby(
        ordered_lines_as_of(roster.key), lambda line_and_entry: line_and_entry[0].degree_rank
    ):
        lines, entries = zip(*group, strict=True)
        sheets += [lines[start : start + SHEET_LINES] for start in range(0, len(lines), SHEET_LINES)]
        points = sum((line.points for line in lines), NO_POINTS)
        blue = sum((line.blue_points for line in lines), NO_POINTS)
        degrees.append(DegreeSum(rank, len(lines), points, blue, max(entries)))
    RosterSheet.objects.bulk_create(
        RosterSheet(roster=roster, number=number, lines=len(sheet), text=text_of(sheet))
        for number, sheet in enumerate(sheets, start=1)
    )
    return degrees


def _inputs_hash(roster: Roster) -> str:
    """Of the chain up to the cut, which vouches for every entry before it, and of who is listed how."""
    chain = LedgerEntry.objects.filter(number=roster.cut).values_list("hash", flat=True).first() or ""
    inputs = [str(roster.key), chain, roster.csv_sha256]
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()


def _sha256(pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _enqueue_document(roster: Roster, by: Person | None) -> None:
    enqueue(
        kind=DOCUMENT_JOB,
        key=f"{roster.key}/{roster.state}/{roster.inputs_hash}",
        payload={"roster": roster.pk},
        by=by.account if by else None,
    )


def _require_compiler(by: Person, at: dt.datetime) -> None:
    require(
        may_compile_roster(by, day_of(at)),
        what=_("compile rosters"),
        who=_("the registrar or the Managing Executor"),
        rule="IV",
    )
