"""The docket of a disciplinary case: one entry more, under the lock of the case.

Invariant: an entry, its place in the trail and the messages of it are written together.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_words
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import is_managing_executor, require
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Case, CaseEntry
from tournaments.justice.cases.notifications.cases import tell_of_entry
from tournaments.justice.cases.permissions import judges_case
from tournaments.justice.cases.selectors.cases import CASE_FACTS

RULE: Final = "III/Penalties"
LONGEST: Final = 20_000
Kind = CaseEntry.Kind


def enter(
    case: Case,
    kind: str,
    *,
    by: Person,
    at: dt.datetime,
    text: str,
    hearing_at: dt.datetime | None = None,
    place: str = "",
    moves: CaseEntry | None = None,
    also: Appointment | None = None,
) -> CaseEntry:
    """One entry more in the docket, in the trail, and told to those concerned."""
    entry = CaseEntry.objects.create(
        case=case, kind=kind, text=text, hearing_at=hearing_at, place=place, moves=moves, by=by, at=at
    )
    after = {"case": case.number, "entry": entry.pk, "judge": case.judge_id, "outcome": case.outcome}
    trail = note(by=by, at=at, action=f"case: {Kind(kind).value}", thing=case, after=after)
    tell_of_entry(by=by, at=at, entry=entry, trail=trail, also=also)
    return entry


def still_open(case: Case) -> Case:
    """The case, locked, while it is not decided.

    Raises:
        Refusal: `case-decided`.
    """
    rows = Case.objects.select_for_update(of=("self",), no_key=True)
    locked = rows.select_related(*CASE_FACTS).get(pk=case.pk)
    if locked.outcome:
        raise Refusal(
            code="case-decided",
            sentence=_("%(case)s is decided and closed.") % {"case": locked},
            rule=RULE,
            remedy=_("There is nothing to do."),
        )
    return locked


def require_managing(by: Person, at: dt.datetime, what: str) -> None:
    require(
        is_managing_executor(by, day_of(at)),
        what=what,
        who=_("the Managing Executor"),
        rule="III/Penalties, IV",
    )


def require_judge_of_case(by: Person, case: Case, at: dt.datetime, what: str) -> None:
    require(judges_case(by, case, day_of(at)), what=what, who=_("the judge of the case"), rule=RULE)


def require_text(text: str, code: str = "text-missing", sentence: str = "") -> str:
    words = require_words(text, code, sentence or _("Nothing has been written yet."))
    if len(words) > LONGEST:
        raise Refusal(
            code="text-too-long",
            sentence=_("The text has %(length)s characters.") % {"length": len(words)},
            rule=RULE,
            remedy=_("Use at most %(most)s characters.") % {"most": LONGEST},
            status=422,
        )
    return words
