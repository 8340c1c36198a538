"""Setting exports up, pausing, running and removing them; their download addresses."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.card_games import CARD_GAMES
from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal, wrong_field
from sanctioning.kit.storage import delete_stored
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.exports.links import LINK_DAYS
from scoring.exports.models import Export
from scoring.exports.permissions import kept_by, may_export
from scoring.exports.schedule import next_day
from scoring.exports.services.making import ask_for_run, is_under_way
from tournaments.events.models.event import Event

MOST: Final = 20
FIRST: Final = "first"


@transaction.atomic
def add_export(
    *,
    by: Person,
    what: str,
    of: str,
    file: str,
    every: str,
    way: str,
    at: dt.datetime | None = None,
) -> Export:
    """Have this exported from now on, and a first time at once; `of` is the card game of a roster, or the
    address of the event whose entries are meant.

    Raises:
        Refusal: `export-impossible`, `exports-too-many`, `not-allowed`.
    """
    at = moment(at)
    event = _event(of) if what == Export.What.ENTRIES else None
    _require_right(by, day_of(at), event)
    _require_possible(what, of, file, every, way)
    [owner] = hold([by])
    if kept_by(owner).count() >= MOST:
        raise Refusal(
            code="exports-too-many",
            sentence=_("You have %(most)s exports already.") % {"most": MOST},
            rule=_("Keep only as many exports as you use."),
            remedy=_("Remove one that you no longer need."),
        )
    export = Export.objects.create(
        owner=owner,
        what=what,
        card_game=of if what == Export.What.ROSTER else "",
        event=event,
        file=file,
        every=every,
        way=way,
        made_at=at,
        follows_from=at,
        next_on=next_day(every, day_of(at)),
        link_until=_link_until(at) if way == Export.Way.LINK else None,
    )
    after = {"what": what, "of": of, "file": file, "every": every, "way": way}
    note(by=by, at=at, action="add export", thing=export, after=after)
    ask_for_run(export, FIRST)
    return export


@transaction.atomic
def pause_export(*, by: Person, export: Export, at: dt.datetime | None = None) -> Export:
    """Make no files until it is resumed. Paused twice it is paused once.

    Raises:
        Refusal: `export-unknown`.
    """
    at, export = moment(at), _locked(by, export)
    if export.paused_at is None:
        export.paused_at = at
        export.save(update_fields=["paused_at"])
        note(by=by, at=at, action="pause export", thing=export)
    return export


@transaction.atomic
def resume_export(*, by: Person, export: Export, at: dt.datetime | None = None) -> Export:
    """Make files again when they are next due, also of one that was stopped; what was missed stays missed.

    Raises:
        Refusal: `export-unknown`, `not-allowed`.
    """
    at, export = moment(at), _locked(by, export)
    _require_right(by, day_of(at), export.event)
    if export.paused_at is not None or export.stopped:
        before = {"stopped": export.stopped, "paused": export.paused_at is not None}
        export.paused_at, export.stopped, export.follows_from = None, "", at
        export.next_on = next_day(export.every, day_of(at))
        export.save(update_fields=["paused_at", "stopped", "follows_from", "next_on"])
        note(by=by, at=at, action="resume export", thing=export, before=before)
    return export


@transaction.atomic
def run_export(*, by: Person, export: Export, at: dt.datetime | None = None) -> Export:
    """Make a file now, whenever the next one is due.

    Raises:
        Refusal: `export-off`, `export-under-way`, `export-unknown`, `not-allowed`.
    """
    at, export = moment(at), _locked(by, export)
    _require_right(by, day_of(at), export.event)
    if export.is_off:
        raise Refusal(
            code="export-off",
            sentence=_("This export makes no files now."),
            rule=_("An export that is paused or stopped makes none."),
            remedy=_("Resume it first."),
        )
    if is_under_way(export):
        raise Refusal(
            code="export-under-way",
            sentence=_("This file is being made."),
            rule=_("An export makes one file at a time."),
            remedy=_("Look again in a moment."),
        )
    ask_for_run(export, f"{at:%Y-%m-%dT%H:%M:%S.%f}")
    note(by=by, at=at, action="run export", thing=export)
    return export


@transaction.atomic
def renew_export_link(*, by: Person, export: Export, at: dt.datetime | None = None) -> Export:
    """Make another download address; the one before opens nothing any more.

    Raises:
        Refusal: `export-unknown`, `not-allowed`.
    """
    at, export = moment(at), _locked(by, export)
    _require_right(by, day_of(at), export.event)
    export.link_turn, export.link_until = export.link_turn + 1, _link_until(at)
    export.save(update_fields=["link_turn", "link_until"])
    note(by=by, at=at, action="renew export link", thing=export, after={"until": str(export.link_until)})
    return export


@transaction.atomic
def withdraw_export_link(*, by: Person, export: Export, at: dt.datetime | None = None) -> Export:
    """End the download address. Withdrawn twice it is withdrawn once.

    Raises:
        Refusal: `export-unknown`.
    """
    at, export = moment(at), _locked(by, export)
    if export.link_until is not None:
        export.link_turn, export.link_until = export.link_turn + 1, None
        export.save(update_fields=["link_turn", "link_until"])
        note(by=by, at=at, action="withdraw export link", thing=export)
    return export


@transaction.atomic
def remove_export(*, by: Person, export: Export, at: dt.datetime | None = None) -> None:
    """Remove it with all its files.

    Raises:
        Refusal: `export-unknown`.
    """
    at, export = moment(at), _locked(by, export)
    note(by=by, at=at, action="remove export", thing=export, before={"what": export.what})
    _delete(export)


def remove_exports_of(person: Person) -> None:
    """Whoever is forgotten keeps none; told in the transaction of their anonymisation."""
    for export in Export.objects.filter(owner__in=rows_of(person)):
        _delete(export)


def _delete(export: Export) -> None:
    files = list(export.runs.exclude(file="").values_list("file", flat=True))
    export.delete()
    for file in files:
        delete_stored(file)


def _locked(by: Person, export: Export) -> Export:
    """The export as it is now, for its owner."""
    # Whole: it may be about to be deleted, and no run of it is to begin meanwhile.
    kept = kept_by(by).select_for_update(of=("self",)).filter(pk=export.pk).first()
    if kept is None:
        raise Refusal(
            code="export-unknown",
            sentence=_("You have no such export."),
            rule=_("An export is changed by whoever set it up."),
            remedy=_("Look at the list of your exports."),
            status=404,
        )
    return kept


def _require_right(by: Person, day: dt.date, event: Event | None) -> None:
    require(
        may_export(by, day, event),
        what=_("have this exported"),
        who=_("somebody who runs the event") if event else _("the registrar or the Managing Executor"),
        rule="Section IV",
    )


def _require_possible(what: str, of: str, file: str, every: str, way: str) -> None:
    """Each choice alone, then those that go together."""
    of_roster = what == Export.What.ROSTER
    choices = (
        ("what", what, Export.What.values),
        ("of", of, list(CARD_GAMES) if of_roster else ["" if what == Export.What.LEDGER else of]),
        ("file", file, [name for name in Export.File.values if of_roster or name != Export.File.XLSX]),
        ("every", every, [name for name in Export.Every.values if of_roster or name != Export.Every.ROSTER]),
        ("way", way, Export.Way.values),
    )
    for field, chosen, possible in choices:
        if chosen not in possible:
            raise _impossible(field, chosen, possible)


def _event(slug: str) -> Event:
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        raise _impossible("of", slug, [])
    return event


def _impossible(field: str, chosen: str, possible: list[str]) -> Refusal:
    return wrong_field(
        field,
        code="export-impossible",
        sentence=_("“%(chosen)s” cannot be chosen here.") % {"chosen": chosen[:80]}
        if chosen
        else _("Something has to be chosen here (`%(field)s`).") % {"field": field},
        rule=_("A workbook is made of rosters only, and only a roster is exported when it is published."),
        remedy=_("Choose among: %(possible)s.") % {"possible": ", ".join(possible)}
        if any(possible)
        else _("Choose one of the events that you run."),
    )


def _link_until(at: dt.datetime) -> dt.date:
    return day_of(at) + dt.timedelta(days=LINK_DAYS)
