"""The desk at the door: who has come, who met the event's own requirements, what the till took.

Invariants: only who is entered is checked in, never one who is barred meanwhile; the till is a record of
entry fees and no account.
Rule section: II (an event's own entry requirements, W-76), III (bars).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import Change, note_each
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_short_reason
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_open_to
from tournaments.entries.members_together import require_at_no_tables, require_not_seated
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_not_played_out
from tournaments.events.services.events import LONGEST_REASON, require_runs
from tournaments.events.services.locks import locked_event
from tournaments.hooks import TILL


@transaction.atomic
def check_in(
    *, by: Person, entry: Entry, requirements_met: bool = False, at: dt.datetime | None = None
) -> Entry:
    """Somebody entered is there; requirements that the event has in words must be ticked as met.

    Raises:
        Refusal: what `check_in_all` raises.
    """
    [here] = check_in_all(by=by, event=entry.event, entries=[entry], requirements_met=requirements_met, at=at)
    return here


@transaction.atomic
def check_in_all(
    *,
    by: Person,
    event: Event,
    entries: Sequence[Entry],
    requirements_met: bool = False,
    at: dt.datetime | None = None,
) -> list[Entry]:
    """All of these are there, or none is taken as there; in a constant number of queries. Whoever is there
    already stays so, and nothing is noted twice.

    Raises:
        Refusal: `barred`, `kept-out`, `not-allowed`, `not-entered`, `played-out`, `requirements-open`.
    """
    at = moment(at)
    held = _held(by, event, entries, at)
    require_not_played_out(event, at)
    for entry in held:
        _require_entered(entry)
    require_open_to(event, [entry.person for entry in held], at)
    coming = [entry for entry in held if not entry.is_present]
    for entry in coming:
        if requirements_met:
            entry.requirements_met_by = by
        _require_requirements_met(entry)
        entry.checked_in_at = at
    Entry.objects.bulk_update(coming, ["checked_in_at", "requirements_met_by"])
    changes = [Change(thing=entry, after={"person": entry.person.number}) for entry in coming]
    note_each(by=by, at=at, action="check in", changes=changes)
    return held


@transaction.atomic
def check_in_and_pay(
    *,
    by: Person,
    event: Event,
    entries: Sequence[Entry],
    requirements_met: bool = False,
    at: dt.datetime | None = None,
) -> list[Entry]:
    """All of these are there and have paid what they still owed. What two helpers say of one person counts
    once.

    Raises:
        Refusal: what `check_in_all` and `settle_entry_fees` raise.
    """
    at = moment(at)
    here = check_in_all(by=by, event=event, entries=entries, requirements_met=requirements_met, at=at)
    owing = [entry for entry in here if entry.owes]
    if owing:
        settle_entry_fees(by=by, event=event, entries=owing, to=Entry.Fee.PAID, at=at)
    return here


@transaction.atomic
def all_present(
    *,
    by: Person,
    event: Event,
    paid: bool = False,
    requirements_met: bool = False,
    at: dt.datetime | None = None,
) -> list[Entry]:
    """Everybody entered who was missing is there, and with `paid` has paid. Gives those who were missing."""
    missing = list(event.entries.filter(state=Entry.State.ENTERED, checked_in_at=None))
    come = check_in_and_pay if paid else check_in_all
    return come(by=by, event=event, entries=missing, requirements_met=requirements_met, at=at)


@transaction.atomic
def undo_all_present(
    *, by: Person, event: Event, came_at: dt.datetime, at: dt.datetime | None = None
) -> list[Entry]:
    """Those who were checked in together at that moment are not there after all, and owe what they paid with
    it. Gives them.

    Raises:
        Refusal: `nothing-to-undo` and what `undo_check_in_all` and `settle_entry_fees` raise.
    """
    together = list(event.entries.filter(state=Entry.State.ENTERED, checked_in_at=came_at))
    undone = _undo_with_payment(by, event, together, moment(at))
    if not undone:
        raise Refusal(
            code="nothing-to-undo",
            sentence=_("Nobody is here who was checked in together with others then."),
            rule=_("A check-in is undone once."),
            remedy=_("Look at the list as it is now."),
        )
    return undone


@transaction.atomic
def undo_check_in_and_payment(*, by: Person, entry: Entry, at: dt.datetime | None = None) -> Entry:
    """They are not there after all; a fee that was noted as paid with the same tap is unpaid again.

    Raises:
        Refusal: what `undo_check_in_all` and `settle_entry_fees` raise.
    """
    [undone] = _undo_with_payment(by, entry.event, [entry], moment(at))
    return undone


def _undo_with_payment(by: Person, event: Event, entries: Sequence[Entry], at: dt.datetime) -> list[Entry]:
    held = _held(by, event, entries, at)
    paid_with_it = [
        entry for entry in held if entry.fee_state == Entry.Fee.PAID and entry.paid_at == entry.checked_in_at
    ]
    undone = undo_check_in_all(by=by, event=event, entries=held, at=at)
    if paid_with_it:
        settle_entry_fees(by=by, event=event, entries=paid_with_it, to=Entry.Fee.UNPAID, at=at)
    return undone


def _require_entered(entry: Entry) -> None:
    if entry.state != Entry.State.ENTERED:
        raise Refusal(
            code="not-entered",
            sentence=entry.sentence,
            rule=_("Only people who are entered can be checked in."),
            remedy=_before_checking_in(entry),
        )


def _require_requirements_met(entry: Entry) -> None:
    requirements = entry.event.entry_requirements.strip()
    if requirements and entry.requirements_met_by is None:
        raise Refusal(
            code="requirements-open",
            sentence=_("Nobody has ticked that %(person)s meets the requirements of this event.")
            % {"person": entry.person.name},
            rule=_("II/Adding new players: %(reason)s") % {"reason": requirements},
            remedy=_("Check it and tick it, or withdraw the entry."),
        )


def _before_checking_in(entry: Entry) -> str:
    """What brings somebody in who is not entered: a free place for who waits, his entry for who is gone."""
    if entry.state == Entry.State.WAITING:
        return _(
            "Mark somebody as absent, or withdraw them: the first person waiting moves up at once. Or "
            "raise the number of players on the page Change or cancel."
        )
    return _("Restore the entry first. It is under those withdrawn or absent.")


@transaction.atomic
def undo_check_in(*, by: Person, entry: Entry, at: dt.datetime | None = None) -> Entry:
    """They are not there after all, and sit at no table yet.

    Raises:
        Refusal: what `undo_check_in_all` raises.
    """
    [undone] = undo_check_in_all(by=by, event=entry.event, entries=[entry], at=at)
    return undone


@transaction.atomic
def undo_check_in_all(
    *, by: Person, event: Event, entries: Sequence[Entry], at: dt.datetime | None = None
) -> list[Entry]:
    """The same of several players of an event; in a constant number of queries unless teams enter.

    Raises:
        Refusal: `has-played`, `not-allowed`, `played-out`, `sits-at-a-table`, `team-seated`.
    """
    at = moment(at)
    held = _held(by, event, entries, at)
    require_not_played_out(event, at)
    for entry in held:
        require_not_seated(entry)
    require_at_no_tables(event, held)
    for entry in held:
        entry.checked_in_at = None
    Entry.objects.bulk_update(held, ["checked_in_at"])
    changes = [Change(thing=entry, after={"person": entry.person.number}) for entry in held]
    note_each(by=by, at=at, action="undo check-in", changes=changes)
    return held


@transaction.atomic
def settle_entry_fee(
    *, by: Person, entry: Entry, to: str, why: str = "", at: dt.datetime | None = None
) -> Entry:
    """Note what the till took: paid, promised, waived for a reason, or unpaid after all.

    Raises:
        Refusal: what `settle_entry_fees` raises.
    """
    [settled] = settle_entry_fees(by=by, event=entry.event, entries=[entry], to=to, why=why, at=at)
    return settled


@transaction.atomic
def settle_entry_fees(
    *,
    by: Person,
    event: Event,
    entries: Sequence[Entry],
    to: str,
    why: str = "",
    at: dt.datetime | None = None,
) -> list[Entry]:
    """The same of several players of an event; in a constant number of queries.

    Raises:
        Refusal: `fee-kept`, `fee-refunded`, `fee-state-unknown`, `not-allowed`, `reason-missing`,
            `reason-too-long`.
    """
    at = moment(at)
    held = _held(by, event, entries, at)
    if to not in Entry.BY_HAND:
        raise Refusal(
            code="fee-state-unknown",
            sentence=_("A fee cannot be “%(to)s”.") % {"to": to},
            rule=_("A fee is unpaid, promised, paid or waived."),
            remedy=_("Choose one of: %(names)s.") % {"names": ", ".join(Entry.BY_HAND)},
            status=422,
        )
    if to == Entry.Fee.WAIVED:
        why = require_short_reason(why, rule=_("Waiving a fee needs a reason."), most=LONGEST_REASON)
    _require_not_refunded(held)
    _require_not_kept(event, held, to)
    changes = [
        Change(
            thing=entry,
            before={"fee": entry.fee_state},
            after={"fee": to, "amount": str(entry.owed)},
        )
        for entry in held
    ]
    for entry in held:
        entry.fee_state = Entry.Fee(to)
        entry.fee_waived_for = why.strip() if to == Entry.Fee.WAIVED else ""
        entry.paid_at = at if to == Entry.Fee.PAID else None
    Entry.objects.bulk_update(held, ["fee_state", "fee_waived_for", "paid_at"])
    note_each(by=by, at=at, action="settle entry fee", changes=changes, why=why)
    return held


def _require_not_refunded(held: Sequence[Entry]) -> None:
    for entry in held:
        if entry.fee_state == Entry.Fee.REFUNDED:
            raise Refusal(
                code="fee-refunded",
                sentence=_("The fee of %(person)s was refunded by the draw.") % {"person": entry.person.name},
                rule=_("A draw is final, and is held once."),
                remedy=_("Leave the fee as it is."),
            )


def _require_not_kept(event: Event, held: Sequence[Entry], to: str) -> None:
    """Refuse to give back what the rules of the game keep."""
    paid = [entry for entry in held if entry.fee_state == Entry.Fee.PAID and to != Entry.Fee.PAID]
    kept_fees = TILL.only()(event).kept if paid else {}
    for entry in paid:
        if entry.person.number in kept_fees:
            rule, sentence = kept_fees[entry.person.number]
            raise Refusal(
                code="fee-kept",
                sentence=sentence,
                rule=rule,
                remedy=_("Leave the fee as it was paid."),
            )


def _held(by: Person, event: Event, entries: Sequence[Entry], at: dt.datetime) -> list[Entry]:
    """These entries of an event under its lock and theirs, in the order of their keys."""
    require_runs(by, at, event, _("keep the check-in list"))
    keys = [entry.pk for entry in entries]
    event = locked_event(event)
    locked = event.entries.select_for_update(no_key=True, of=("self",)).order_by("pk")
    held = list(locked.filter(pk__in=keys).select_related("person"))
    for entry in held:
        entry.event = event
    return held
