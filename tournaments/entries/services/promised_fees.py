"""Entry fees that are settled with the entry, or promised by whoever plays.

Invariant: a promise is no payment: it stands beside the till, until the fee is noted as paid.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import settle_entry_fee
from tournaments.entries.services.entries import enter_event, locked_entry, require_may_answer
from tournaments.events.models.event import Event


@noting_who_sits_out
@transaction.atomic
def enter_with_fee(
    *,
    by: Person,
    event: Event,
    person: Person,
    fee: str = Entry.Fee.UNPAID,
    why: str = "",
    late_for: str = "",
    requirements_met: bool = False,
    at: dt.datetime | None = None,
) -> Entry:
    """Enter a person, and note at once what has become of the fee; `why` is the reason where it is waived.

    Who may enter somebody may promise for them; the rest is noted by whoever runs the event.

    Raises:
        Refusal: what `enter_event`, `promise_fee` and `settle_entry_fee` raise.
    """
    at = moment(at)
    entry = enter_event(
        by=by, event=event, person=person, late_for=late_for, requirements_met=requirements_met, at=at
    )
    if fee == Entry.Fee.UNPAID or not entry.owed:
        return entry
    if fee == Entry.Fee.PROMISED:
        return promise_fee(by=by, entry=entry, at=at) if entry.fee_state == Entry.Fee.UNPAID else entry
    return settle_entry_fee(by=by, entry=entry, to=fee, why=why, at=at)


@transaction.atomic
def promise_fee(*, by: Person, entry: Entry, at: dt.datetime | None = None) -> Entry:
    """The player says that the fee will be paid.

    Raises:
        Refusal: `fee-settled`, `not-allowed`.
    """
    at = moment(at)
    require_may_answer(by=by, entry=entry, at=at)
    _event, entry = locked_entry(entry)
    if not entry.owed or entry.fee_state != Entry.Fee.UNPAID or entry.state in Entry.GONE:
        raise Refusal(
            code="fee-settled",
            sentence=_("There is no fee to promise: it is %(state)s.")
            % {"state": entry.get_fee_state_display() if entry.owed else _("none")},
            rule=_("A fee can be promised while it is unpaid."),
            remedy=_("Ask the director if something is wrong."),
        )
    before, entry.fee_state = entry.fee_state, Entry.Fee.PROMISED
    entry.save(update_fields=["fee_state"])
    note(
        by=by,
        at=at,
        action="promise entry fee",
        thing=entry,
        before={"fee": before},
        after={"fee": entry.fee_state, "amount": str(entry.owed)},
    )
    return entry
