"""One's exports with what came of them, and what somebody may have exported."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from django.db.models import Max
from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of, moment, today
from sanctioning.offices.permissions import clubs_run_by
from sanctioning.people.models.person import Person
from scoring.card_games import card_game_choices
from scoring.exports.links import export_with, link_address
from scoring.exports.models import Export, ExportRun
from scoring.exports.permissions import kept_by, may_export
from scoring.exports.services.making import AFTER_EVENT, is_under_way, why_stopped
from scoring.exports.titles import entries_of, roster_of, title_of
from tournaments.events.models.event import Event

RUNS_SHOWN: Final = 30
EVENTS_OFFERED: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    """One time that an export was due; `size` in bytes, 0 where no file was made or its days are over."""

    id: int
    due: str
    at: dt.datetime
    state: Annotated[str, ExportRun.State]
    state_label: str
    size: int
    kept_until: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportLine:
    """`of` is the card game or the event; `stopped` says why it makes no more files, empty while it does;
    `address` is where its latest file can be fetched until `address_until`."""

    id: int
    what: Annotated[str, Export.What]
    of: str
    title: str
    file: str
    every: str
    every_label: str
    way: str
    way_label: str
    next_on: dt.date | None
    paused: bool
    stopped: str
    stopped_label: str
    address: str
    address_until: dt.date | None
    last_at: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportDetail:
    """An export with its latest runs; `under_way` while a file is being made."""

    export: ExportLine
    under_way: bool
    runs: tuple[RunLine, ...]


def exports_of(*, asker: Person) -> tuple[ExportLine, ...]:
    """One query."""
    return tuple(map(_line, kept_by(asker).annotate(last_at=Max("runs__at"))))


def export_of(*, asker: Person, number: int) -> Export | None:
    """None for those who do not keep it."""
    return kept_by(asker).annotate(last_at=Max("runs__at")).filter(pk=number).first()


def export_detail(*, asker: Person, number: int) -> ExportDetail | None:
    """Three queries."""
    export = export_of(asker=asker, number=number)
    if export is None:
        return None
    return ExportDetail(
        export=_line(export),
        under_way=is_under_way(export),
        runs=tuple(map(_run_line, export.runs.all()[:RUNS_SHOWN])),
    )


def run_of(*, asker: Person, number: int, run: int) -> ExportRun | None:
    """A run with its file, for whoever keeps the export and may still see what is in it."""
    export = export_of(asker=asker, number=number)
    if export is None or not may_export(asker, today(), export.event):
        return None
    return export.runs.exclude(file="").filter(pk=run).select_related("export").first()


def downloaded(code: str, *, at: dt.datetime | None = None) -> ExportRun | None:
    """The latest file at a download address; None where the address opens nothing any more."""
    at = moment(at)
    export = export_with(code, day_of(at))
    if export is None or why_stopped(export, at):
        return None
    return export.runs.exclude(file="").select_related("export").first()


def subjects_for(person: Person) -> Iterator[tuple[str, str]]:
    """What somebody may have exported: the kind with what it is of, and its title. Two queries."""
    day = today()
    if may_export(person, day, None):
        for slug, title in card_game_choices():
            yield f"{Export.What.ROSTER}/{slug}", roster_of(title)
        yield f"{Export.What.LEDGER}/", _("Ledger")
    events = Event.objects.filter(
        club__in=clubs_run_by(person, day), cancelled_at=None, ends_at__gte=moment(None) - AFTER_EVENT
    )
    for event in events.order_by("starts_at")[:EVENTS_OFFERED]:
        yield f"{Export.What.ENTRIES}/{event.slug}", entries_of(event.name)


def _line(export: Export) -> ExportLine:
    address = link_address(export, today())
    return ExportLine(
        id=export.pk,
        what=export.what,
        of=export.event.slug if export.event else export.card_game,
        title=title_of(export),
        file=export.file,
        every=export.every,
        every_label=export.get_every_display(),
        way=export.way,
        way_label=export.get_way_display(),
        next_on=None if export.is_off else export.next_on,
        paused=export.paused_at is not None,
        stopped=export.stopped,
        stopped_label=export.get_stopped_display() if export.stopped else "",
        address=address,
        address_until=export.link_until if address else None,
        last_at=getattr(export, "last_at", None),
    )


def _run_line(run: ExportRun) -> RunLine:
    return RunLine(
        id=run.pk,
        due=run.due,
        at=run.at,
        state=run.state,
        state_label=run.get_state_display(),
        size=run.size if run.file else 0,
        kept_until=run.kept_until,
    )
