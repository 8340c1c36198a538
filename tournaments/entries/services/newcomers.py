"""Entries of people who have no member number, by a confirmed address.

Invariants: nobody is entered by an address that is not theirs; the same address enters an event once; the
evening waits for nothing, since a provisional record is entered, seated and paid like any other.
Terms: newcomer (who enters so), account (with a confirmed address, and without a record; it needs no mail).
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Final

from django.db import transaction
from django.utils.translation import get_language, override

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.kit.clock import moment
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.messages.mail_text import link_to, mail_of, words
from sanctioning.kit.wording import localised
from sanctioning.people.models.person import Person
from sanctioning.people.services.provisional import provisional_person
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer_links import OnlineEntry, confirming_path
from tournaments.entries.selectors.entries import live_entry
from tournaments.entries.services.entries import require_open, require_singly
from tournaments.entries.services.promised_fees import enter_with_fee
from tournaments.events.models.event import Event
from tournaments.events.services.locks import locked_event

CONFIRM_ENTRY_JOB: Final = "tournaments.confirm_entry"


def ask_to_confirm(*, event: Event, newcomer: OnlineEntry, at: dt.datetime | None = None) -> None:
    """Send the mail whose link enters; refused where nobody could enter now.

    Raises:
        Refusal: `doors-closed`, `enter-as-a-team`, `entries-closed`, `played-out`, `reason-missing`.
    """
    if not newcomer.place:
        require_singly(event)
    require_open(event, moment(at), False, "")
    payload = {
        "event": event.pk,
        "email": newcomer.email,
        "path": confirming_path(newcomer),
        "language": get_language(),
    }
    enqueue(kind=CONFIRM_ENTRY_JOB, key=uuid.uuid4().hex, payload=payload)


def send_confirmation(running: RunningJob) -> None:
    """The job that sends it."""
    event = Event.objects.get(pk=running.payload["event"])
    with override(running.payload["language"]):
        subject, text = words("confirm-entry", {"event": event})
        link = link_to(running.payload["path"])
        mail_of(to=running.payload["email"], subject=subject, text=text, link=link).send()


@noting_who_sits_out
@transaction.atomic
def enter_newcomer(
    *, event: Event, newcomer: OnlineEntry, account: Account | None = None, at: dt.datetime | None = None
) -> Entry:
    """Enter somebody whose address is confirmed, once: a second time gives the entry that stands.

    Raises:
        Refusal: `account-linked`, `address-used`, `doors-closed`, `enter-as-a-team`, `entries-closed`,
            `name-invisible`, `name-missing`, `person-anonymised`, `played-out`, `reason-missing`,
            `record-claimed` and what `enter_with_fee` raises.
    """
    event, at = locked_event(event), moment(at)
    require_singly(event)
    person = person_of(event=event, newcomer=newcomer, account=account, at=at)
    entry = live_entry(event, person)
    if entry is not None:
        return entry
    require_open(event, at, False, "")
    return enter_with_fee(by=person, event=event, person=person, fee=newcomer.fee or Entry.Fee.UNPAID, at=at)


def person_of(*, event: Event, newcomer: OnlineEntry, account: Account | None, at: dt.datetime) -> Person:
    """The record under which they enter.

    Raises:
        Refusal: `account-linked`, `address-used`, `name-invisible`, `name-missing`, `person-anonymised`,
            `record-claimed`.
    """
    club = Club.objects.filter(pk=newcomer.club, state=Club.State.APPROVED).first() if newcomer.club else None
    return provisional_person(
        given_names=newcomer.given_names,
        family_name=newcomer.family_name,
        email=newcomer.email,
        occasion=f"{event.name}, {localised.day(event.first_day)}",
        club=club,
        account=account,
        at=at,
    )
