"""Changing and cancelling an event after it was registered.

Invariants: the level, the type and the format are never changed; what is announced, because the sanction is
granted, changes with a notice that everybody sees; times stand once a game is open, the fee once somebody
is entered, and there is always room for those who are.
Rule section: IV (a sanction is for the event that was applied for).
Terms: notice (what players are told of a change, and why).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.identity.lookup import holders_of, people_who_run
from sanctioning.identity.same_person import hold
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason, require_words, visible, zone_named
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import cancel_sanction, withdraw_sanction
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.events.models.notice import EventNotice
from tournaments.events.permissions import may_cancel_event
from tournaments.events.services.events import require_runs, require_times
from tournaments.events.services.locks import locked_event
from tournaments.events.terms import EventTerms, check_terms
from tournaments.hooks import CAPACITY_CHANGED

TIMES: Final = ("starts_at", "ends_at", "time_zone")
ANNOUNCED: Final = (
    *("place", *TIMES, "games_planned", "entry_fee", "capacity"),
    *("entries_from", "entries_until", "entry_requirements"),
)
CHANGEABLE: Final = (*ANNOUNCED, "description", "answer_hours")
ON_THE_WAY: Final = (
    Sanction.State.DRAFT,
    Sanction.State.SUBMITTED,
    Sanction.State.RETURNED,
    Sanction.State.APPROVED,
)
RULE = _lazy("IV: a sanction is for the event that was applied for.")


@transaction.atomic
def change_event(
    *,
    by: Person,
    event: Event,
    changes: Mapping[str, Any],
    notice: str = "",
    at: dt.datetime | None = None,
) -> Event:
    """Change what `CHANGEABLE` names; after the sanction is granted what is announced needs a notice.

    Raises:
        Refusal: `capacity-below-entries`, `event-cancelled`, `event-ends-before-it-begins`,
            `event-in-the-past`, `event-out-of-the-calendar`, `event-over`, `event-terms`, `fee-fixed`,
            `games-opened`, `name-invisible`, `not-allowed`, `notice-missing`, `time-zone-unknown`.
    """
    at = moment(at)
    require_runs(by, at, event, _("change this event"))
    event = locked_event(event)
    _require_to_come(event, at)
    if "place" in changes:
        changes = {**changes, "place": visible(changes["place"], "place")}
    changed = {name: value for name, value in changes.items() if getattr(event, name) != value}
    unknown = set(changed) - set(CHANGEABLE)
    if unknown:
        raise ValueError(f"never changed: {sorted(unknown)}")
    if not changed:
        return event
    _check(event, changed, at)
    before = {name: _said(getattr(event, name)) for name in changed}
    after = {name: _said(value) for name, value in changed.items()}
    for name, value in changed.items():
        setattr(event, name, value)
    event.save(update_fields=list(changed))
    note(by=by, at=at, action="change event", thing=event, why=notice, before=before, after=after)
    if is_granted(event) and set(changed) & set(ANNOUNCED):
        text = require_words(notice, "notice-missing", _("Players are told why an announced event changes."))
        announced = EventNotice.objects.create(
            event=event, text=text, before=before, after=after, at=at, by=by
        )
        _tell(by, at, event, "event-changed", announced.pk, {"notice": announced})
    if "capacity" in changed:
        CAPACITY_CHANGED.only()(event, at)
    return event


@transaction.atomic
def cancel_event(*, by: Person, event: Event, why: str, at: dt.datetime | None = None) -> Event:
    """Call an event off before its first game; its sanction is cancelled, or its application withdrawn.

    Raises:
        Refusal: `event-cancelled`, `event-over`, `games-opened`, `not-allowed`, `reason-missing`,
            `sanction-state`.
    """
    at = moment(at)
    event = Event.objects.select_related("sanction", "club").get(pk=event.pk)
    require(
        may_cancel_event(by, day_of(at), event),
        what=_("cancel this event"),
        who=_("an officer or director of the club, or the Managing Executor"),
        rule="IV",
    )
    why = require_reason(why, _("Cancelling an event needs a reason."))
    sanction = event.sanction
    if sanction is not None and sanction.state == Sanction.State.GRANTED:
        cancel_sanction(by=by, sanction=sanction, why=why, at=at)
    elif sanction is not None and sanction.state in ON_THE_WAY:
        withdraw_sanction(by=by, sanction=sanction, why=why, at=at)
    event = locked_event(event)
    _require_to_come(event, at)
    if event.games.exists():
        raise _refusal(
            "games-opened",
            _("%(event)s already has games.") % {"event": event.name},
            _("Let them finish; what was played is kept."),
        )
    event.cancelled_at, event.cancelled_for = at, why
    event.save(update_fields=["cancelled_at", "cancelled_for"])
    note(by=by, at=at, action="cancel event", thing=event, why=why)
    _tell(by, at, event, "event-cancelled", "", {"why": why})
    return event


def _check(event: Event, changed: Mapping[str, Any], at: dt.datetime) -> None:
    """Refuse a change that what has happened since does not allow."""
    later = {name: changed.get(name, getattr(event, name)) for name in TIMES}
    zone_named(later["time_zone"], _("An event"))
    require_times(later["starts_at"], later["ends_at"])
    own = {name: value for name, value in changed.items() if name in asdict(event.terms)}
    terms: EventTerms = replace(event.terms, **own)
    check_terms(terms, last_day=later["ends_at"].astimezone(ZoneInfo(later["time_zone"])).date())
    if set(changed) & set(TIMES) and event.games.exists():
        raise _refusal(
            "games-opened",
            _("%(event)s already has games, so its times cannot be changed.") % {"event": event.name},
            _("Change the place or the text, or ask the Acting Executor for a ruling."),
        )
    if "starts_at" in changed and changed["starts_at"] < at:
        raise _refusal(
            "event-in-the-past", _("The event would begin in the past."), _("Choose a later time.")
        )
    entries = event.entries.filter(state__in=(Entry.State.ENTERED, Entry.State.WAITING))
    if "entry_fee" in changed and entries.exists():
        raise _refusal(
            "fee-fixed",
            _("Somebody has entered at the announced fee."),
            _("Leave the fee as it is; the club can pay back what it likes."),
        )
    entered = entries.filter(state=Entry.State.ENTERED).count()
    if changed.get("capacity") is not None and changed["capacity"] < entered:
        raise _refusal(
            "capacity-below-entries",
            _("%(entered)s are already entered.") % {"entered": entered},
            _("Make room for %(entered)s at least, or let some withdraw.") % {"entered": entered},
        )


def _require_to_come(event: Event, at: dt.datetime) -> None:
    if event.cancelled_at is not None:
        raise _refusal(
            "event-cancelled",
            _("%(event)s is cancelled.") % {"event": event.name},
            _("Register another event."),
        )
    if event.ends_at < at:
        raise _refusal(
            "event-over",
            _("%(event)s is over.") % {"event": event.name},
            _("A finished event stays as it was."),
        )


def is_granted(event: Event) -> bool:
    return event.sanction is not None and event.sanction.state == Sanction.State.GRANTED


def _said(value: Any) -> Any:
    """As the trail and a notice keep it."""
    return value if value is None or isinstance(value, int) else str(value)


def _tell(
    by: Person, at: dt.datetime, event: Event, kind: str, occasion: object, context: dict[str, object]
) -> None:
    """Those entered or waiting, the club's people and the Managing Executor, each once."""
    entries = event.entries.filter(state__in=(Entry.State.ENTERED, Entry.State.WAITING))
    people = hold(entry.person for entry in entries.select_related("person").order_by("person"))
    to_tell = {person.pk: person for person in people}
    to_tell |= {person.pk: person for person in people_who_run(event.club, day_of(at))}
    to_tell |= {person.pk: person for person in holders_of(day_of(at), Office.MANAGING_EXECUTOR)}
    path = reverse("event", args=[event.slug])
    context = {"event": event, "by": by, **context}
    send(
        to=but(by, to_tell.values()),
        kind=kind,
        about=event,
        occasion=occasion,
        path=path,
        context=context,
        at=at,
    )


def _refusal(code: str, sentence: str, remedy: str) -> Refusal:
    return Refusal(code=code, sentence=sentence, rule=RULE, remedy=remedy)
