"""The desk at the door: who has come, who met the event's own requirements, what the till took.

Invariants: only who is entered is checked in, never one who is barred meanwhile; the till is a record of
entry fees and no account.
Rule section: II (an event's own entry requirements, W-76), III (bars).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clock import moment
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from tournaments.models import Entry
from tournaments.services.admission import require_open_to
from tournaments.services.events import require_reason, require_runs


@transaction.atomic
def check_in(
    *, by: Person, entry: Entry, requirements_met: bool = False, at: dt.datetime | None = None
) -> Entry:
    """Somebody entered is there; requirements that the event has in words must be ticked as met."""
    at = moment(at)
    entry = _locked(by, entry, at)
    if entry.state != Entry.State.ENTERED:
        raise Refusal(
            code="not-entered",
            sentence=_("%(person)s is %(state)s.")
            % {"person": entry.person.name, "state": entry.get_state_display()},
            rule=_("Who is entered is checked in."),
            remedy=_before_checking_in(entry),
        )
    require_open_to(entry.event, [entry.person], at)
    if requirements_met:
        entry.requirements_met_by = by
    if entry.event.entry_requirements.strip() and entry.requirements_met_by is None:
        raise Refusal(
            code="requirements-open",
            sentence=_("Nobody has ticked that %(person)s meets the requirements of this event.")
            % {"person": entry.person.name},
            rule=f"II/Adding new players: {entry.event.entry_requirements.strip()}",
            remedy=_("Make sure of it and tick it, or withdraw the entry."),
        )
    entry.checked_in_at = entry.checked_in_at or at
    entry.save(update_fields=["checked_in_at", "requirements_met_by"])
    note(by=by, at=at, action="check in", thing=entry, after={"person": entry.person.number})
    return entry


def _before_checking_in(entry: Entry) -> str:
    """What brings somebody in who is not entered: a free place for who waits, his entry for who is gone."""
    if entry.state == Entry.State.WAITING:
        return _(
            "Mark as not come, or withdraw, somebody who is entered: the first who waits moves up at once. "
            "Or raise how many players the event takes, on the page Change or cancel."
        )
    return _("Restore the entry first; it stands under those withdrawn or not come.")


@transaction.atomic
def undo_check_in(*, by: Person, entry: Entry, at: dt.datetime | None = None) -> Entry:
    at = moment(at)
    entry = _locked(by, entry, at)
    entry.checked_in_at = None
    entry.save(update_fields=["checked_in_at"])
    note(by=by, at=at, action="undo check-in", thing=entry, after={"person": entry.person.number})
    return entry


@transaction.atomic
def settle_entry_fee(
    *, by: Person, entry: Entry, to: str, why: str = "", at: dt.datetime | None = None
) -> Entry:
    """Note what the till took: paid, waived for a reason, or unpaid after all."""
    at = moment(at)
    entry = _locked(by, entry, at)
    if to not in Entry.Fee.values:
        raise Refusal(
            code="fee-state-unknown",
            sentence=_("A fee cannot be “%(to)s”.") % {"to": to},
            rule=_("A fee is unpaid, paid or waived."),
            remedy=_("Choose one of: %(names)s.") % {"names": ", ".join(Entry.Fee.values)},
            status=422,
        )
    if to == Entry.Fee.WAIVED:
        require_reason(why, _("A fee is waived for a reason."))
    before, entry.fee_state = entry.fee_state, Entry.Fee(to)
    entry.fee_waived_for = why.strip() if to == Entry.Fee.WAIVED else ""
    entry.paid_at = at if to == Entry.Fee.PAID else None
    entry.save(update_fields=["fee_state", "fee_waived_for", "paid_at"])
    note(
        by=by,
        at=at,
        action="settle entry fee",
        thing=entry,
        why=why,
        before={"fee": before},
        after={"fee": to, "amount": str(entry.owed)},
    )
    return entry


def _locked(by: Person, entry: Entry, at: dt.datetime) -> Entry:
    require_runs(by, at, entry.event, _("keep the check-in list"))
    Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
    return Entry.objects.select_related("event__club", "event__sanction__level", "person").get(pk=entry.pk)
