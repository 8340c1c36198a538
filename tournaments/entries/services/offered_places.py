"""Answers of those on the waiting list to whom a place is offered.

Invariants: a place is offered to one at a time and taken once; whoever answers no, or not in time, leaves the
list, and the next is asked in the same transaction. The caller's clock says what is over, so that the task
that looks for it may come twice or late.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_admitted
from tournaments.entries.models.entry import Entry
from tournaments.entries.notifications.entries import tell_entered
from tournaments.entries.notifications.offers import tell_lapsed, tell_skipped
from tournaments.entries.services.entries import locked_entry, require_may_answer
from tournaments.entries.services.waiting_list import fill_places, note_state
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_not_played_out
from tournaments.events.services.events import require_runs
from tournaments.events.services.locks import locked_event

State = Entry.State


@transaction.atomic
def accept_place(*, by: Person, entry: Entry, at: dt.datetime | None = None) -> Entry:
    """Take the place that is offered. Also after the time to answer, as long as nobody else was asked.

    Raises:
        Refusal: `barred`, `condition-missing`, `condition-unmet`, `executor-rules-here`, `kept-out`,
            `no-place-offered`, `not-allowed`, `played-out`.
    """
    at = moment(at)
    require_may_answer(by=by, entry=entry, at=at)
    event, entry = locked_entry(entry)
    require_not_played_out(event, at)
    _require_offered(entry)
    require_admitted(event, [entry.person], at)
    entry.state, entry.queue, entry.offered_until = State.ENTERED, None, None
    entry.save(update_fields=["state", "queue", "offered_until"])
    note_state(by, at, "accept a place", entry, State.WAITING, "")
    tell_entered(by=by, entries=[entry], at=at)
    return entry


@transaction.atomic
def skip_offer(*, by: Person, entry: Entry, at: dt.datetime | None = None) -> Entry:
    """Ask the next without waiting for an answer; whoever was asked goes to the end of the list.

    Raises:
        Refusal: `no-place-offered`, `nobody-next`, `not-allowed`, `played-out`.
    """
    at = moment(at)
    require_runs(by, at, entry.event, _("keep the waiting list"))
    event, entry = locked_entry(entry)
    require_not_played_out(event, at)
    _require_offered(entry)
    waiting = event.entries.filter(state=State.WAITING)
    if not waiting.filter(offered_until=None).exists():
        raise Refusal(
            code="nobody-next",
            sentence=_("Nobody is waiting after %(person)s.") % {"person": entry.person.name},
            rule=_("A place is offered to the next person waiting."),
            remedy=_("Let them answer, or withdraw their entry."),
        )
    entry.queue = (waiting.aggregate(last=Max("queue"))["last"] or 0) + 1
    entry.offered_until = None
    entry.save(update_fields=["queue", "offered_until"])
    occasion = note_state(by, at, "skip an offer", entry, State.WAITING, "")
    tell_skipped(entry=entry, occasion=occasion, at=at)
    fill_places(event, at)
    return entry


def lapse_offers(*, at: dt.datetime | None = None) -> int:
    """Go on to the next where somebody did not answer in time; gives how many offers lapsed."""
    at = moment(at)
    over = Entry.objects.filter(offered_until__lte=at, event__cancelled_at=None)
    events = Event.objects.filter(pk__in=over.values("event")).order_by("pk")
    return sum(_lapse(event, at) for event in events)


@transaction.atomic
def _lapse(event: Event, at: dt.datetime) -> int:
    event = locked_event(event)
    over = event.entries.select_for_update(no_key=True, of=("self",)).filter(offered_until__lte=at)
    lapsed = list(over.select_related("person"))
    for entry in lapsed:
        entry.event = event
        entry.state, entry.queue, entry.offered_until = State.WITHDRAWN, None, None
        entry.save(update_fields=["state", "queue", "offered_until"])
        occasion = note_state(None, at, "let an offer lapse", entry, State.WAITING, "No answer in time.")
        tell_lapsed(entry=entry, occasion=occasion, at=at)
    fill_places(event, at)
    return len(lapsed)


def _require_offered(entry: Entry) -> None:
    if entry.offered_until is None:
        raise Refusal(
            code="no-place-offered",
            sentence=_("No place is being offered to %(person)s now.") % {"person": entry.person.name},
            rule=_("A place is offered to the next person waiting, with a time to answer."),
            remedy=_("The entry's page shows whether you are waiting, and at which place."),
        )
