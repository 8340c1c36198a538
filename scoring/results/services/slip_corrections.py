"""Correcting the certified result of an event on its own slips, by order.

Purpose: what was wrong is written on the slip that had it wrong; the record of the event is made of the slips
again, as when it was closed, and certified in place of the one that stands.
Invariants: slips and result are corrected together or not at all; each corrected slip is a new version that
names who ordered it, and its table's signatures stay; an order sent twice (same idempotency key) counts once;
only where the record that stands was made of the slips, so that nothing else is changed with them.
Rule section: IV (a certified result is final; only a ruling or an appeal changes it).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.models import Certification
from scoring.results.services.corrections import RULE, Order, certified_by, certify_anew, require_certified
from tournaments.events.services.locks import locked_event
from tournaments.formats.fields import typed_values
from tournaments.formats.registry import format_named
from tournaments.formats.slips import Due
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game
from tournaments.games.services.revisions import changed
from tournaments.reports.models.report import Report
from tournaments.reports.services.reports import FROM_SHEET, add_version, sent_before
from tournaments.reports.services.settlements import carry_settlements
from tournaments.slips.completeness import require_all_over, require_all_there
from tournaments.slips.event_folders import EventFolder, body_of, endings_of_rulings, folder_of, record_so_far
from tournaments.slips.models import Slip
from tournaments.slips.services.kept_checks import keep_check
from tournaments.slips.services.slips import key_in_stack
from tournaments.tables.game_folders import as_bytes, sha256_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedSlip:
    """A slip as it is typed into its form; `replaces` is the version that whoever typed it looked at."""

    place: str
    typed: Mapping[str, Any]
    replaces: int


def made_of_slips(game: Game) -> bool:
    """Whether the record that stands was made of slips that the tables of an event handed in. One query."""
    if not format_named(game.event.format).hands_in_slips:
        return False
    return bool(game.reports.filter(current=True, from_sheet=True).exists())


@transaction.atomic
def correct_by_slips(
    *,
    by: Person,
    game: Game,
    slips: Sequence[CorrectedSlip],
    ruling: str,
    why: str,
    idempotency_key: str,
    settled_because: str = "",
    at: dt.datetime | None = None,
) -> Certification:
    """Certify what the slips tell with these corrected, in place of the version that stands.

    Raises:
        Refusal: `event-not-sanctioned`, `field-unreadable`, `idempotency-key-missing`,
            `idempotency-key-reused`, `no-scale`, `no-slips`, `not-allowed`, `not-certified`, `open-findings`,
            `other-rule-set`, `plan-differs`, `player-not-in-game`, `reason-missing`, `reported-as-a-whole`,
            `rounds-open`, `slip-corrected`, `slip-unfinished`, `slip-unreadable`, `slips-open`,
            `slips-unfinished`, `table-size`.
    """
    at = moment(at)
    order = Order(ordered_by=by, ruling=ruling, why=why, settled_because=settled_because).required(
        by=by, idempotency_key=idempotency_key, at=at
    )
    locked_event(game.event)
    game = locked_game(game.pk)
    before = folder_of(game)
    folder = with_corrections(before, slips, by=by)
    require_all_over(folder, by_order=True)
    require_all_there(folder)
    data = as_bytes(record_so_far(folder))
    known = sent_before(game, data, idempotency_key)
    if known is not None:
        return certified_by(known)
    require_certified(game)
    _require_made_of_slips(game)
    _keep(by, folder, before, idempotency_key, order, at)
    report = _report(by, folder, data, idempotency_key, at)
    return certify_anew(by=by, game=game, report=report, order=order, at=at)


def with_corrections(
    folder: EventFolder,
    slips: Sequence[CorrectedSlip],
    *,
    by: Person,
    wrong: dict[str, Refusal] | None = None,
) -> EventFolder:
    """The folder with slips as an order has them, none of them kept. One that tells what stands is no
    correction, and one that is not due by the others is left out.

    `wrong` takes by place why a slip cannot be read; without it the first such refusal is raised, and names
    in its facts the place that it speaks of.

    Raises:
        Refusal: `field-unreadable`, `slip-corrected`, `slip-unreadable`.
    """
    left = {slip.place: slip for slip in slips}
    while due := {place: due_slip for place, due_slip in folder.due.items() if place in left}:
        for place, due_slip in due.items():
            try:
                folder = _corrected(folder, due_slip, left.pop(place), by)
            except Refusal as refusal:
                refusal.facts = {**refusal.facts, "place": place}
                if wrong is None:
                    raise
                wrong[place] = refusal
        if not left:
            break
        record_so_far(folder)
    return folder


def _corrected(folder: EventFolder, due: Due, slip: CorrectedSlip, by: Person) -> EventFolder:
    standing = folder.slips.get(due.place)
    values = typed_values(due.fields, slip.typed)
    body = body_of(due, values)
    if standing is not None and body == standing.body:
        return folder
    version = standing.version if standing else 0
    if version != slip.replaces:
        raise Refusal(
            code="slip-corrected",
            sentence=_("%(slip)s was corrected in the meantime.") % {"slip": due.title},
            rule=RULE,
            remedy=_(
                "Take back your change, look at the slip as it is now, and correct what is still wrong."
            ),
            facts={"version": version},
        )
    return folder.with_order(
        Slip(
            game=folder.game,
            place=due.place,
            version=version + 1,
            body=body,
            sha256=sha256_of(values),
            reporter=by,
            rule_set=folder.rule_set,
            ordered_by=by,
        )
    )


def _keep(
    by: Person, folder: EventFolder, before: EventFolder, idempotency_key: str, order: Order, at: dt.datetime
) -> None:
    """Write down the slips that the order corrects, each with its reason."""
    reason = f"{order.ruling}: {order.why}"
    for place, slip in folder.slips.items():
        if slip.pk is not None:
            continue
        standing = before.slips.get(place)
        slip.reason = reason if standing else ""
        slip.received_at = at
        slip.idempotency_key = key_in_stack(idempotency_key, place)
        slip.save(force_insert=True)
        note(
            by=by,
            at=at,
            action="correct slip",
            thing=folder.game,
            why=reason,
            before={"version": standing.version, "body": standing.body} if standing else {},
            after={"place": place, "version": slip.version, "body": slip.body},
        )


def _report(by: Person, folder: EventFolder, data: bytes, idempotency_key: str, at: dt.datetime) -> Report:
    """The record of the corrected slips as the next version of the report, checked as when it was closed."""
    game = folder.game
    report = add_version(
        by=by,
        game=game,
        data=data,
        idempotency_key=idempotency_key,
        check=folder.played.check(data),
        at=at,
        before=game.state,
        endings=endings_of_rulings(folder),
        origin=FROM_SHEET,
    )
    keep_check(folder, at)
    carry_settlements(report)
    changed(game)
    return report


def _require_made_of_slips(game: Game) -> None:
    if made_of_slips(game):
        return
    raise Refusal(
        code="reported-as-a-whole",
        sentence=_("The current record was sent as a whole, not made from the slips."),
        rule=_("Slips are corrected if the result was made from them."),
        remedy=_("Send a corrected record of the event."),
    )
