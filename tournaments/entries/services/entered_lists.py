"""A whole list of people entered at once, and taken back.

Invariants: all of a list are in, or none; who is entered already stays so; a list is taken back while nobody
of it has come, paid or sat down.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, identity_id, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entered_list import EnteredList
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer import Newcomer
from tournaments.entries.notifications.entries import tell_entered, tell_records_made
from tournaments.entries.services.entries import enter_together, require_singly, withdraw_entry
from tournaments.events.capacity import room_in
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event


@noting_who_sits_out
@looks_again
def enter_list(
    *,
    by: Person,
    event: Event,
    people: Sequence[Person | Newcomer],
    late_for: str = "",
    requirements_met: bool = False,
    at: dt.datetime | None = None,
) -> EnteredList:
    """Enter everybody of a list in its order, newcomers with a record of their own; whoever finds the event
    full waits.

    Raises:
        Refusal: `enter-as-a-team`, `list-empty`, `not-allowed` and what `enter_together` and
            `register_person` raise.
    """
    at = moment(at)
    require_runs(by, at, event, _("enter a list"))
    event = locked_event(event)
    require_singly(event)
    records = [_with_a_record(by, one, at) for one in people]
    made = [record for one, record in zip(people, records, strict=True) if isinstance(one, Newcomer)]
    wanted = hold(records)
    entering = _not_entered(event, wanted)
    if not entering:
        raise Refusal(
            code="list-empty",
            sentence=_("Nobody on this list can be entered any more."),
            rule=_("One entry for each person and event."),
            remedy=_("Write at least one person who is not entered yet."),
            status=422,
        )
    fits = _how_many_fit(event, len(entering))
    entries = []
    for part in filter(None, (entering[:fits], entering[fits:])):
        entries += enter_together(
            by=by, event=event, people=part, runs=True, late_for=late_for, met=requirements_met, at=at
        )
    entered = EnteredList.objects.create(event=event, by=by, at=at)
    entered.entries.set(entries)
    note(by=by, at=at, action="enter a list", thing=entered, after={"entries": len(entries)})
    tell_entered(by=by, entries=entries, at=at)
    tell_records_made(by=by, entered=entered, people=made, at=at)
    return entered


@transaction.atomic
def take_back_list(*, by: Person, entered: EnteredList, at: dt.datetime | None = None) -> EnteredList:
    """Withdraw everybody whom a list entered; records that were made with it stay.

    Raises:
        Refusal: `list-taken-back`, `list-used`, `not-allowed` and what `withdraw_entry` raises.
    """
    at = moment(at)
    require_runs(by, at, entered.event, _("take back a list"))
    event = locked_event(entered.event)
    held = EnteredList.objects.select_for_update(no_key=True, of=("self",)).get(pk=entered.pk)
    if held.taken_back_at is not None:
        raise Refusal(
            code="list-taken-back",
            sentence=_("This list has already been taken back."),
            rule=_("A list is taken back once."),
            remedy=_("There is nothing to do."),
        )
    entries = list(held.entries.exclude(state__in=Entry.GONE).select_related("person"))
    _require_unused(entries)
    held.taken_back_at = at
    held.save(update_fields=["taken_back_at"])
    note(by=by, at=at, action="take back a list", thing=held, after={"entries": len(entries)})
    for entry in sorted(entries, key=lambda entry: -(entry.queue or 0)):
        entry.event = event
        withdraw_entry(by=by, entry=entry, why="The list was taken back.", at=at)
    return held


def _with_a_record(by: Person, one: Person | Newcomer, at: dt.datetime) -> Person:
    if isinstance(one, Person):
        return one
    return register_person(by=by, given_names=one.given_names, family_name=one.family_name, at=at)


def _not_entered(event: Event, people: Sequence[Person]) -> list[Person]:
    """Each once, without those who are entered or wait. One query."""
    entries = event.entries.exclude(state__in=Entry.GONE).filter(person__in=rows_of(*people))
    known = {identity_id(entry.person) for entry in entries.select_related("person")}
    left = {identity_id(person): person for person in people if identity_id(person) not in known}
    return list(left.values())


def _how_many_fit(event: Event, count: int) -> int:
    """How many of so many find a place; nobody where somebody waits already."""
    room = room_in(event)
    if room is None:
        return count
    return 0 if event.entries.filter(state=Entry.State.WAITING).exists() else max(0, room)


def _require_unused(entries: Sequence[Entry]) -> None:
    used = next((one for one in entries if one.is_present or one.fee_state not in Entry.OWING), None)
    if used is not None:
        raise Refusal(
            code="list-used",
            sentence=_("%(person)s has come or paid since.") % {"person": used.person.name},
            rule=_("A list can be taken back as long as nobody on it has come or paid."),
            remedy=_("Undo that first, or withdraw the others one by one."),
        )
