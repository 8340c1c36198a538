"""Hearings of a disciplinary case: set, moved, called off.

Invariants: whoever judges the case sets and moves them, and calls them off; where nobody judges it, the
Managing Executor calls off what his judge had set. A hearing that was moved or called off stays in the
docket, and what became of it is said once; one whose hour has come is neither moved nor called off.
Rule section: III, "Penalties"; W-114.
Terms: as in `tournaments.justice.cases.models`.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_words
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.permissions import may_call_off
from tournaments.justice.cases.services.docket import (
    RULE,
    Kind,
    enter,
    require_judge_of_case,
    require_text,
    still_open,
)


@transaction.atomic
def set_hearing(
    *,
    by: Person,
    case: Case,
    hearing_at: dt.datetime,
    place: str,
    text: str = "",
    moves: int | None = None,
    at: dt.datetime | None = None,
) -> CaseEntry:
    """Call the accused to a hearing; `moves` is the entry of the one in whose place it stands.

    Raises:
        Refusal: `case-decided`, `hearing-over`, `hearing-past`, `no-such-hearing`, `not-allowed`,
            `place-missing`.
    """
    at = moment(at)
    case = still_open(case)
    require_judge_of_case(by, case, at, _("set a hearing"))
    if hearing_at <= at:
        raise Refusal(
            code="hearing-past",
            sentence=_("A hearing is in the future."),
            rule=RULE,
            remedy=_("Choose a later hour."),
            status=422,
        )
    place = require_words(place, "place-missing", _("A hearing needs a place."))[:160]
    before = _to_come(case, moves, at) if moves is not None else None
    return enter(
        case, Kind.HEARING, by=by, at=at, text=text.strip(), hearing_at=hearing_at, place=place, moves=before
    )


@transaction.atomic
def call_off_hearing(
    *, by: Person, case: Case, hearing: int, why: str, at: dt.datetime | None = None
) -> CaseEntry:
    """No hearing is held then; those who were called to it are told why. `hearing` is its entry.

    Raises:
        Refusal: `case-decided`, `hearing-over`, `no-such-hearing`, `not-allowed`, `reason-missing`,
            `text-too-long`.
    """
    at = moment(at)
    case = still_open(case)
    require(
        may_call_off(by, case, day_of(at)),
        what=_("cancel a hearing"),
        who=_("the judge of the case"),
        rule=RULE,
    )
    before = _to_come(case, hearing, at)
    text = require_text(why, "reason-missing", _("Cancelling a hearing needs a reason."))
    return enter(case, Kind.CALLED_OFF, by=by, at=at, text=text, moves=before)


def _to_come(case: Case, hearing: int, at: dt.datetime) -> CaseEntry:
    """The hearing, while it still stands."""
    entry = case.docket.filter(pk=hearing, kind=Kind.HEARING, moved_by__isnull=True).first()
    if entry is None:
        raise Refusal(
            code="no-such-hearing",
            sentence=_("There is no such hearing here, or it was moved or cancelled."),
            rule=RULE,
            remedy=_("See the docket for the current ones."),
        )
    if entry.hearing_at is None or entry.hearing_at <= at:
        raise Refusal(
            code="hearing-over",
            sentence=_("The time of this hearing has come."),
            rule=RULE,
            remedy=_("Set another hearing, or say in a statement what happened to this one."),
        )
    return entry
