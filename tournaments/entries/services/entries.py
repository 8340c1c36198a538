"""Entries: taken, put in the queue and withdrawn; `restoring` brings them back, `waiting_list` moves them up.

Invariants: an event never holds more than it has places; whoever acts on its entries holds its lock, so
that a place that becomes free goes to the first who waits, once; a barred person is not entered, nor is
one whom a condition of the event or a ruling keeps out; a ruling that the conditions are met lets in.
Rule section: II (an event's own entry requirements, W-76), III (bars), IV (restricted events).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, identity_id, rows_of
from sanctioning.kit.audit.services import Change, note_each
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording import localised
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_admitted
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.late_registration import admitted_late, at_the_door, late_fee
from tournaments.entries.members_together import (
    require_at_no_table,
    require_in_no_team,
    require_not_seated,
)
from tournaments.entries.models.entry import Entry
from tournaments.entries.notifications.entries import tell_entered, tell_withdrawn
from tournaments.entries.permissions import may_enter
from tournaments.entries.services.table_waits import end_waits
from tournaments.entries.services.waiting_list import fill_places, give_places, note_state
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import require_not_closed, require_not_played_out
from tournaments.events.services.events import LONGEST_REASON, require_runs
from tournaments.events.services.locks import locked_event
from tournaments.executors.notifications.conflicts import warn_of_conflicts
from tournaments.formats.registry import format_named

State = Entry.State


@noting_who_sits_out
@looks_again
def enter_event(
    *,
    by: Person,
    event: Event,
    person: Person,
    late_for: str = "",
    requirements_met: bool = False,
    at: dt.datetime | None = None,
) -> Entry:
    """Enter a person once, or put him in the queue of a full event; who withdrew may come back, last.

    After the last day of entries only whoever runs the event enters, for the reason `late_for`.

    Raises:
        Refusal: `enter-as-a-team`, `not-allowed` and what `enter_held` raises.
    """
    at = moment(at)
    _require_may_enter(by, at, event, person, _("enter others"))
    event = locked_event(event)
    runs = may_run_event(by, day_of(at), event)
    if not runs:
        require_singly(event)
    met = requirements_met and runs
    return enter_held(by=by, event=event, person=person, runs=runs, late_for=late_for, met=met, at=at)


def enter_held(
    *,
    by: Person,
    event: Event,
    person: Person,
    runs: bool,
    late_for: str = "",
    met: bool = False,
    at: dt.datetime,
) -> Entry:
    """Enter somebody whom `by` may enter, in an event whose lock is held; `runs` says that he runs it.

    Raises:
        Refusal: what `enter_together` raises.
    """
    people = hold([person])
    [entry] = enter_together(by=by, event=event, people=people, runs=runs, late_for=late_for, met=met, at=at)
    tell_entered(by=by, entries=[entry], at=at)
    return entry


def enter_together(
    *,
    by: Person,
    event: Event,
    people: Sequence[Person],
    runs: bool,
    late_for: str = "",
    met: bool = False,
    at: dt.datetime,
) -> list[Entry]:
    """The same of several people who are held: all of them are entered, or wait, in their order. In as many
    queries for four as for one.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `doors-closed`, `entered-already`,
            `entries-closed`, `executor-rules-here`, `kept-out`, `played-out`, `reason-missing`.
    """
    known = _known(event, people)
    for person in people:
        entry = known.get(identity_id(person))
        if entry is not None and entry.state not in Entry.GONE:
            team = _("The team is not entered. Name somebody else, or withdraw their other entry first.")
            raise entered_already(entry, team if len(people) > 1 else _("There is nothing to do."))
    late = require_open(event, at, runs, late_for)
    require_admitted(event, people, at)
    entries = [
        known.get(identity_id(person)) or Entry(event=event, person=person, entered_by=by, entered_at=at)
        for person in people
    ]
    return _enter(by, at, event, entries, late_for=late_for if late else "", met=met)


def admit(*, by: Person, event: Event, person: Person, why: str, at: dt.datetime) -> Entry:
    """Enter somebody whom a ruling lets in, or put him in the queue; the event is locked.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `doors-closed`, `entries-closed`,
            `executor-rules-here`, `kept-out`, `played-out`, `reason-missing`.
    """
    entry = _entry_of(event, person)
    if entry is not None and entry.state not in Entry.GONE:
        entry.requirements_met_by = by
        entry.save(update_fields=["requirements_met_by"])
        return entry
    late = require_open(event, at, True, why)
    require_admitted(event, [person], at)
    entry = entry or Entry(event=event, person=person, entered_by=by, entered_at=at)
    [entered] = _enter(by, at, event, [entry], late_for=why if late else "", met=True)
    return entered


def keep_out(*, by: Person, event: Event, person: Person, why: str, at: dt.datetime) -> None:
    """Take back the entry, if there is one, of somebody whom a ruling keeps out.

    Raises:
        Refusal: `not-entered`, `sits-at-a-table`, `team-seated`.
    """
    entry = _entry_of(event, person)
    if entry is not None and entry.state not in Entry.GONE:
        _leave(by, at, event, entry, State.WITHDRAWN, why, "withdraw entry")


@transaction.atomic
def withdraw_entry(*, by: Person, entry: Entry, why: str = "", at: dt.datetime | None = None) -> Entry:
    """Take an entry back; the first who waits moves up.

    Raises:
        Refusal: `in-a-team`, `not-allowed` and what `take_back` raises.
    """
    at = moment(at)
    require_may_withdraw(by=by, entry=entry, at=at)
    if not may_run_event(by, day_of(at), entry.event):
        locked_event(entry.event)
        require_in_no_team(entry)
    withdrawn = take_back(by=by, entry=entry, why=why, at=at)
    tell_withdrawn(by=by, entry=withdrawn, at=at)
    return withdrawn


def require_may_withdraw(*, by: Person, entry: Entry, at: dt.datetime) -> None:
    """Refuse who neither is the player nor runs the event.

    Raises:
        Refusal: `not-allowed`.
    """
    _require_may_enter(by, at, entry.event, entry.person, _("withdraw others"))


def require_may_answer(*, by: Person, entry: Entry, at: dt.datetime) -> None:
    """Refuse who neither is the player nor runs the event.

    Raises:
        Refusal: `not-allowed`.
    """
    _require_may_enter(by, at, entry.event, entry.person, _("answer for others"))


def take_back(*, by: Person, entry: Entry, why: str, at: dt.datetime) -> Entry:
    """Take back the entry of somebody whom `by` may withdraw; the first who waits moves up.

    Raises:
        Refusal: `not-entered`, `played-out`, `sits-at-a-table`, `team-seated`.
    """
    event, entry = locked_entry(entry)
    require_not_played_out(event, at)
    return _leave(by, at, event, entry, State.WITHDRAWN, why, "withdraw entry")


@transaction.atomic
def mark_absent(*, by: Person, entry: Entry, at: dt.datetime | None = None) -> Entry:
    """Somebody entered who is not there when play begins; the first who waits moves up.

    Raises:
        Refusal: `not-allowed`, `not-entered`, `played-out`, `sits-at-a-table`, `team-seated`.
    """
    at = moment(at)
    require_runs(by, at, entry.event, _("keep the check-in list"))
    event, entry = locked_entry(entry)
    require_not_played_out(event, at)
    return _leave(by, at, event, entry, State.ABSENT, "", "mark as not come")


def entered_already(entry: Entry, remedy: str) -> Refusal:
    """What is answered to whoever enters somebody twice."""
    return Refusal(
        code="entered-already",
        sentence=_("%(person)s is already %(state)s.")
        % {"person": entry.person.identity.name, "state": entry.get_state_display()},
        rule=_("One entry for each person and event."),
        remedy=remedy,
    )


def _known(event: Event, people: Sequence[Person]) -> dict[int, Entry]:
    """By identity the entry of each, whichever record of his it is under; of several the one that is not
    gone. One query."""
    held = event.entries.select_for_update(no_key=True, of=("self",)).filter(person__in=rows_of(*people))
    entry_of: dict[int, Entry] = {}
    for entry in held.select_related("person"):
        entry.event = event
        of_him = entry_of.setdefault(identity_id(entry.person), entry)
        if of_him.state in Entry.GONE and entry.state not in Entry.GONE:
            entry_of[identity_id(entry.person)] = entry
    return entry_of


def _entry_of(event: Event, person: Person) -> Entry | None:
    return _known(event, [person]).get(identity_id(person))


def _enter(
    by: Person, at: dt.datetime, event: Event, entries: Sequence[Entry], *, late_for: str, met: bool
) -> list[Entry]:
    late = late_fee(event, at)
    give_places(event, entries)
    for entry in entries:
        entry.late_for = late_for.strip()[:LONGEST_REASON]
        entry.fee, entry.late_fee = event.entry_fee, late
        entry.came_before = None
        if met:
            entry.requirements_met_by = by
    for entry in [entry for entry in entries if entry.pk is not None]:
        entry.save()
    Entry.objects.bulk_create([entry for entry in entries if entry.pk is None])
    changes = [Change(thing=entry, after=_as_entered(entry)) for entry in entries]
    note_each(by=by, at=at, action="enter event", changes=changes, why=entries[0].late_for)
    warn_of_conflicts(event=event, people=[entry.person for entry in entries], at=at)
    return list(entries)


def _as_entered(entry: Entry) -> dict[str, Any]:
    after = {"person": entry.person.number, "state": entry.state}
    return after | ({"late_fee": str(entry.late_fee)} if entry.late_fee else {})


def _leave(by: Person, at: dt.datetime, event: Event, entry: Entry, to: str, why: str, action: str) -> Entry:
    """Let go of an entry that is held, as its event is; the first who waits moves up."""
    leaves = (State.ENTERED, State.WAITING) if to == State.WITHDRAWN else (State.ENTERED,)
    if entry.state not in leaves:
        raise Refusal(
            code="not-entered",
            sentence=entry.sentence,
            rule=_("Only people who are entered can withdraw or be absent at check-in."),
            remedy=_("Look at the list as it is now."),
        )
    require_not_seated(entry)
    require_at_no_table(entry)
    end_waits(by=by, event=event, person=entry.person, at=at)
    before = entry.state
    entry.came_before = entry.checked_in_at
    entry.state, entry.queue, entry.checked_in_at, entry.offered_until = to, None, None, None
    entry.save(update_fields=["state", "queue", "checked_in_at", "came_before", "offered_until"])
    note_state(by, at, action, entry, before, why)
    fill_places(event, at)
    return entry


def locked_entry(entry: Entry) -> tuple[Event, Entry]:
    """The event and the entry, both under their locks."""
    event = locked_event(entry.event)
    held = event.entries.select_for_update(no_key=True, of=("self",)).select_related("person")
    locked: Entry = held.get(pk=entry.pk)
    locked.event = event
    return event, locked


def _require_may_enter(by: Person, at: dt.datetime, event: Event, person: Person, what: str) -> None:
    require(
        may_enter(by, day_of(at), event, person),
        what=what,
        who=_("the player, or somebody who runs the club"),
        rule="IV",
    )


def require_singly(event: Event) -> None:
    """Refuse who enters alone where teams enter.

    Raises:
        Refusal: `enter-as-a-team`.
    """
    played = format_named(event.format)
    if played.unit.is_team:
        raise Refusal(
            code="enter-as-a-team",
            sentence=_("%(game)s is played in teams of %(size)s.")
            % {"game": played.title, "size": played.unit.size},
            rule=_("A team is entered, or waits, as a whole."),
            remedy=_(
                "On the event's page choose “Enter a team” and name your team and its players by their "
                "numbers. It is entered once each of them has said yes."
            ),
            facts={"path": reverse("team-entry", args=[event.slug])},
        )


def require_open(event: Event, at: dt.datetime, runs: bool, late_for: str) -> bool:
    """Whether the entry is late; refuses one outside the days of entries, and a late one without a reason."""
    if event.cancelled_at is not None:
        raise _closed(event, _("is cancelled"), _("Look in the calendar for another event."))
    require_not_closed(event)
    day = event.local_day(at)
    if event.entries_from is not None and day < event.entries_from and not runs:
        opens = _("Come back on %(entries_from)s.") % {"entries_from": localised.day(event.entries_from)}
        raise _closed(event, _("is not taking entries yet"), opens)
    door = at_the_door(event, at)
    if door is not None and runs:
        return admitted_late(door, event, at, late_for)
    if door is not None and at >= event.starts_at:
        raise _closed(event, _("has begun"), _("Register at the door."))
    if event.entries_until is None or day <= event.entries_until:
        return False
    if not runs:
        raise _closed(
            event, _("is not taking any more entries"), _("Ask the director, who can accept a late entry.")
        )
    require_reason(
        late_for,
        rule=_("Entries closed on %(entries_until)s. A late entry needs a reason.")
        % {"entries_until": localised.day(event.entries_until)},
    )
    return True


def _closed(event: Event, what: str, remedy: str) -> Refusal:
    return Refusal(
        code="entries-closed",
        sentence=f"{event.name} {what}.",
        rule=_("IV: an event says when it takes entries."),
        remedy=remedy,
    )
