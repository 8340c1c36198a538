"""Correcting points that were brought forward, by an entry that says what was wrong.

Invariants: the entry names the one that it corrects and counts for its day; no correction leaves less than
nothing, or more blue points than points; degrees follow.
Rule section: IV.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_short_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.degrees.services.degrees import settle_degrees, tell_of_settled
from scoring.imports.columns import TENTH
from scoring.imports.permissions import may_write_import
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post
from scoring.points import NO_POINTS


@transaction.atomic
def correct_brought_forward(
    *, by: Person, entry: LedgerEntry, points: Decimal, blue: Decimal, why: str, at: dt.datetime | None = None
) -> LedgerEntry:
    """Let an entry that was brought forward come to these points in all.

    Raises:
        Refusal: `certificate-outstanding`, `entry-not-brought-forward`, `not-allowed`, `nothing-to-correct`,
            `points-impossible`, `reason-missing`, `reason-too-long`.
    """
    at = moment(at)
    require_may_correct(by=by, at=at)
    why = require_short_reason(why, _("Correcting points needs a reason."), most=500)
    [person] = hold([entry.person])
    _require_correctable(entry)
    _require_tenths(points, blue)
    held, held_blue = _with_corrections(entry)
    if (held, held_blue) == (points, blue):
        raise _wrong(
            "nothing-to-correct", _("The entry already has that value."), _("There is nothing to do.")
        )
    [correction] = post(
        [
            Posting(
                book=LedgerEntry.Book(entry.book),
                card_game=entry.card_game,
                person_id=entry.person_id,
                points=points - held,
                blue=blue - held_blue,
                corrects=entry,
                certificate=entry.certificate,
                brought_forward=entry.brought_forward,
                reason=why,
            )
        ],
        ordered_by=by,
        at=at,
    )
    note(
        by=by,
        at=at,
        action="correct points brought forward",
        thing=correction,
        why=why,
        before={"points": f"{held:.1f}", "blue": f"{held_blue:.1f}"},
        after={"points": f"{points:.1f}", "blue": f"{blue:.1f}"},
    )
    settled = settle_degrees(by=by, at=at, people=[person], card_game=entry.card_game, why=why)
    tell_of_settled(at=at, settled=settled, why=why)
    return correction


def require_may_correct(*, by: Person, at: dt.datetime) -> None:
    """The Managing Executor alone does.

    Raises:
        Refusal: `not-allowed`.
    """
    require(
        may_write_import(by, day_of(at), decided=True),
        what=_("correct points brought forward"),
        who=_("the Managing Executor"),
        rule="IV",
    )


def _require_tenths(points: Decimal, blue: Decimal) -> None:
    if not (NO_POINTS <= blue <= points) or any(value != value.quantize(TENTH) for value in (points, blue)):
        raise _wrong(
            "points-impossible",
            _("Points are tenths, from zero up, and blue points are part of them."),
            _("Write both as they should have been, such as 12.5."),
        )


def _with_corrections(entry: LedgerEntry) -> tuple[Decimal, Decimal]:
    """The points of an entry and the blue ones among them, as they were corrected until now."""
    sums = LedgerEntry.objects.filter(corrects=entry).aggregate(Sum("points"), Sum("blue"))
    return (
        entry.points + (sums["points__sum"] or NO_POINTS),
        entry.blue + (sums["blue__sum"] or NO_POINTS),
    )


def _require_correctable(entry: LedgerEntry) -> None:
    if entry.brought_forward is None or entry.corrects_id is not None:
        raise _wrong(
            "entry-not-brought-forward",
            _("Entry %(number)s was not brought forward.") % {"number": entry.number},
            _("Points won here are corrected with the result of their game."),
        )
    if entry.certificate is not None and entry.certificate.state != Certificate.State.RECORDED:
        raise _wrong(
            "certificate-outstanding",
            _("Entry %(number)s belongs to a certificate that is not recorded.") % {"number": entry.number},
            _("What it says never changes. Undo the import, and bring the right one forward."),
        )


def _wrong(code: str, sentence: str, remedy: str) -> Refusal:
    rule = _("IV: the Managing Executor decides what is brought forward.")
    return Refusal(code=code, sentence=sentence, rule=rule, remedy=remedy, status=422)
