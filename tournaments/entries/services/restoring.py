"""Entries that are taken up again after they were withdrawn, or nobody had come.

Invariants: whoever comes back is as they were: there since they came, with what they paid; where the place is
given away they wait, last in the queue.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.clock import moment
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_admitted
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.notifications.entries import tell_entered
from tournaments.entries.selectors.entries import live_entry
from tournaments.entries.services.entries import entered_already, locked_entry
from tournaments.entries.services.waiting_list import give_places, note_state
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_not_played_out
from tournaments.events.services.events import require_runs

State = Entry.State


@noting_who_sits_out
@transaction.atomic
def restore_entry(*, by: Person, entry: Entry, why: str = "", at: dt.datetime | None = None) -> Entry:
    """Take back a withdrawal or a “not come”: entered again where there is room, and there since they came,
    else last in the queue.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `entered-already`, `executor-rules-here`,
            `kept-out`, `not-allowed`, `played-out`.
    """
    at = moment(at)
    require_runs(by, at, entry.event, _("restore entries"))
    event, entry = locked_entry(entry)
    require_not_played_out(event, at)
    restore_together(by=by, event=event, entries=[entry], why=why, at=at)
    return entry


def restore_together(
    *,
    by: Person,
    event: Event,
    entries: Sequence[Entry],
    why: str = "",
    team_name: str = "",
    at: dt.datetime,
) -> None:
    """The same of entries that are held, as their event is: all of them are entered, or all wait.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `entered-already`, `executor-rules-here`,
            `kept-out`.
    """
    for entry in entries:
        # Records that were merged since may each have an entry: while one of them counts, none is restored.
        counting = live_entry(event, entry.person)
        if counting is not None:
            raise entered_already(counting, _("There is nothing to do."))
    require_admitted(event, [entry.person for entry in entries], at)
    states = [entry.state for entry in entries]
    give_places(event, entries)
    for entry, before in zip(entries, states, strict=True):
        if entry.state == State.ENTERED:
            entry.checked_in_at = entry.came_before
        entry.came_before = None
        entry.save(update_fields=["state", "queue", "checked_in_at", "came_before"])
        note_state(by, at, "restore entry", entry, before, why)
    tell_entered(by=by, entries=entries, team_name=team_name, at=at)
