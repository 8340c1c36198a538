"""Provisional records: made for who enters without a member number, decided on by the registrar.

Invariants: made only for an address that is confirmed, and for each address once; a decision is a merge (into
the record of a member, or into a new one), so that nothing that was played is moved, and undoing the merge
takes the decision back; refused only where nothing was played.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.hooks import PROVISIONAL_REFUSED
from sanctioning.identity.likeness import folded
from sanctioning.identity.lookup import holders_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.check_characters import provisional_number
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason, visible
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person, PrivateData, Publicity
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.permissions import may_decide_claims
from sanctioning.people.services.claims import end_own_claim, join, locked_account, require_free
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person

PAGE: Final = "registry"
PART: Final = "#provisional"


@looks_again
def provisional_person(
    *,
    given_names: str,
    family_name: str,
    email: str,
    occasion: str,
    club: Club | None = None,
    account: Account | None = None,
    at: dt.datetime | None = None,
) -> Person:
    """The person behind a confirmed address, under a new provisional record or the one that it has already:
    since the registrar decided, under the member's.

    Raises:
        Refusal: `account-linked`, `address-used`, `name-invisible`, `name-missing`, `person-anonymised`,
            `record-claimed`.
    """
    at = moment(at)
    given, family = visible(given_names, "given_names"), visible(family_name, "family_name")
    if not family.strip():
        raise Refusal(
            code="name-missing",
            sentence=_("An entry needs your family name."),
            rule=_("A person needs a family name."),
            remedy=_("Write it; you may leave out given names."),
            status=422,
        )
    email = email.strip().lower()
    if account is not None:
        account = locked_account(account)
        end_own_claim(account, at)
    record = _record_of(email)
    if record is None:
        person = _new(given, family, email, occasion, club, at)
    elif _same_name(record.person, given, family):
        person = record.person.identity
    else:
        raise Refusal(
            code="address-used",
            sentence=_("%(email)s belongs to somebody else who entered.") % {"email": email},
            rule=_("Each person enters with an address of their own."),
            remedy=_("Use another address, or ask the director to enter you."),
        )
    if account is not None:
        require_free(person)
        join(person, account)
    return person


@transaction.atomic
def accept_provisional(
    *,
    by: Person,
    record: ProvisionalRecord,
    person: Person | None = None,
    home_club: Club | None = None,
    reason: str = "",
    at: dt.datetime | None = None,
) -> Person:
    """Say who it is: the member `person`; without one, a new member, who gets the next number.

    Raises:
        Refusal: `not-allowed`, `provisional-decided` and what `merge_people` and `register_person` raise.
    """
    at = moment(at)
    record = _waiting(by, record, at)
    provisional = record.person
    if person is None:
        reason = reason.strip() or "Entered online, and registered as a new member."
        person = register_person(
            by=by,
            given_names=provisional.given_names,
            family_name=provisional.family_name,
            home_club=home_club,
            at=at,
        )
    merge_people(by=by, kept=person, merged=provisional, reason=reason, at=at)
    send(to=person, kind="provisional-accepted", about=record, path=reverse("my-page"), at=at)
    return person


@transaction.atomic
def refuse_provisional(
    *, by: Person, record: ProvisionalRecord, reason: str, at: dt.datetime | None = None
) -> ProvisionalRecord:
    """Say no, and why: the entries are withdrawn, and whoever entered is told.

    Raises:
        Refusal: `not-allowed`, `provisional-decided`, `reason-missing`.
    """
    at = moment(at)
    record = _waiting(by, record, at)
    reason = require_reason(
        reason,
        _("A refusal needs a reason."),
        rule=_("Every refusal says why and what to do next."),
        remedy=_("Write what is wrong. The person who entered will read it."),
    )
    for object_to in PROVISIONAL_REFUSED.values():
        object_to(person=record.person, by=by, at=at, why=reason)
    record.refused_at, record.refused_by, record.reason = at, by, reason
    record.save(update_fields=["refused_at", "refused_by", "reason"])
    Person.objects.filter(pk=record.person_id).update(account=None)
    note(by=by, at=at, action="refuse provisional record", thing=record.person, why=reason)
    send(to=record.person, kind="provisional-refused", about=record, path=reverse("calendar"), at=at)
    return record


def _record_of(email: str) -> ProvisionalRecord | None:
    records = ProvisionalRecord.objects.select_for_update(no_key=True, of=("self",))
    return records.filter(email=email, refused_at=None).select_related("person__merged_into").first()


def _same_name(person: Person, given_names: str, family_name: str) -> bool:
    """As it was typed the first time, capitals and accents aside."""
    return folded(person.name) == folded(f"{given_names} {family_name}".strip())


def _new(
    given_names: str, family_name: str, email: str, occasion: str, club: Club | None, at: dt.datetime
) -> Person:
    person = Person.objects.create(
        number=provisional_number(next_number("provisional")),
        given_names=given_names,
        family_name=family_name,
        publicity=Publicity.RESULTS,
        registered_at=at,
    )
    PrivateData.objects.create(person=person, email=email)
    record = ProvisionalRecord.objects.create(
        person=person, email=email, club=club, occasion=occasion[:200], made_at=at
    )
    after = {"number": person.number, "name": person.name}
    note(by=person, at=at, action="enter without a number", thing=person, after=after)
    registrars = holders_of(day_of(at), Office.REGISTRAR)
    send(to=registrars, kind="provisional-made", about=record, path=reverse(PAGE) + PART, at=at)
    return person


def _waiting(by: Person, record: ProvisionalRecord, at: dt.datetime) -> ProvisionalRecord:
    """The record and its person, both held; refuses one that is decided on."""
    require(
        may_decide_claims(by, day_of(at)),
        what=_("decide who somebody is"),
        who=_("the registrar"),
        rule="IV",
    )
    held = ProvisionalRecord.objects.select_for_update(no_key=True, of=("self",)).get(pk=record.pk)
    held.person = Person.objects.select_for_update(no_key=True).get(pk=held.person_id)
    if held.refused_at is not None or held.person.merged_into_id is not None:
        raise Refusal(
            code="provisional-decided",
            sentence=_("%(number)s is decided on already.") % {"number": held.person.number},
            rule=_("The registrar decides once who somebody is."),
            remedy=_("Look at the list as it is now. A merge can be undone on the record's page."),
        )
    return held
