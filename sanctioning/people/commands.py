"""What is done with a record."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from sanctioning.clubs.models import Club
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.commands import Command, Commands, or_none, sent_as, words
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.identity import Claim, Merge
from sanctioning.people.models.person import Person
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.selectors.registry import merge_of
from sanctioning.people.services.claims import accept_claim, issue_claim_code, refuse_claim
from sanctioning.people.services.merging import merge_people, undo_merge
from sanctioning.people.services.own_data import close_account, correct_person
from sanctioning.people.services.provisional import accept_provisional, refuse_provisional
from sanctioning.people.services.unused_records import delete_record

CORRECTED: Final = ("given_names", "family_name", "birth_date", "email", "address")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordChange:
    """`other` is merged into the record, `merge` is undone; the fields of a record are those to correct."""

    reason: str = words(4000)
    other: str = words(40)
    merge: int | None = or_none(serializers.IntegerField)
    given_names: str = words(80)
    family_name: str = words(80)
    birth_date: dt.date | None = or_none(serializers.DateField)
    email: str = words(254)
    address: str = words(4000)


@dataclass(frozen=True, slots=True)
class ClaimDecision:
    """`number` is the record that the account gets; without one a new record is made, of `home_club`."""

    reason: str = words(4000)
    number: str | None = sent_as(serializers.CharField(required=False, max_length=40), None)
    home_club: Club | None = or_none(
        serializers.SlugRelatedField, slug_field="slug", queryset=Club.objects.all()
    )


def numbered(number: str) -> Person:
    """The person of a member number; refused where nobody has it."""
    person = person_numbered(number=number)
    if person is None:
        raise Refusal(
            code="number-unknown",
            sentence=_("Nobody has the number “%(number)s”.") % {"number": number.strip()},
            rule=_("A member number ends in a check character."),
            remedy=_("Compare it with the certificate, or find the person by name."),
            status=422,
        )
    return person


def _correct(by: Person, person: Person, asked: RecordChange) -> Person:
    return correct_person(
        by=by,
        person=person,
        given_names=asked.given_names,
        family_name=asked.family_name,
        birth_date=asked.birth_date,
        email=asked.email,
        address=asked.address,
        why=asked.reason,
    )


def _undo(by: Person, person: Person, asked: RecordChange) -> Merge:
    merge = None if asked.merge is None else merge_of(number=asked.merge, person=person.number)
    if merge is None:
        raise Http404(_("There is no such merge."))
    undo_merge(by=by, merge=merge, reason=asked.reason)
    return merge


def _close(by: Person, person: Person, asked: RecordChange) -> None:
    with_account = next((row for row in (person, *person.merged.all()) if row.account_id), person)
    close_account(by=by, person=with_account, why=asked.reason)


def _delete(by: Person, person: Person, asked: RecordChange) -> str:
    number = person.number
    delete_record(by=by, person=person, why=asked.reason)
    return number


RECORD_COMMANDS: Final = Commands[Person, RecordChange, Any](
    RecordChange,
    {
        "code": Command(lambda by, person, asked: issue_claim_code(by=by, person=person)),
        "correct": Command(_correct, _lazy("The record is corrected.")),
        "merge": Command(
            lambda by, person, asked: merge_people(
                by=by, kept=person, merged=numbered(asked.other), reason=asked.reason
            ),
            lambda merge: (
                _("%(number)s is now part of the record of %(kept)s.")
                % {"number": merge.merged.number, "kept": merge.kept.name}
            ),
        ),
        "undo": Command(
            _undo, lambda merge: _("%(number)s is a separate record again.") % {"number": merge.merged.number}
        ),
        "close": Command(_close, _lazy("The account is closed.")),
        "delete": Command(
            _delete, lambda number: _("The record %(number)s is deleted.") % {"number": number}
        ),
    },
)


def _accept(by: Person, claim: Claim, asked: ClaimDecision) -> Person:
    return accept_claim(
        by=by,
        claim=claim,
        person=None if asked.number is None else numbered(asked.number),
        home_club=asked.home_club,
        reason=asked.reason,
    )


def _accept_provisional(by: Person, record: ProvisionalRecord, asked: ClaimDecision) -> Person:
    return accept_provisional(
        by=by,
        record=record,
        person=None if asked.number is None else numbered(asked.number),
        home_club=asked.home_club,
        reason=asked.reason,
    )


PROVISIONAL_COMMANDS: Final = Commands[ProvisionalRecord, ClaimDecision, Any](
    ClaimDecision,
    {
        "accept": Command(
            _accept_provisional,
            lambda member: _("%(name)s is %(number)s.") % {"name": member.name, "number": member.number},
        ),
        "refuse": Command(
            lambda by, record, asked: refuse_provisional(by=by, record=record, reason=asked.reason),
            _lazy("They are refused and told why; their entries are withdrawn."),
        ),
    },
)
CLAIM_COMMANDS: Final = Commands[Claim, ClaimDecision, Any](
    ClaimDecision,
    {
        "accept": Command(
            _accept,
            lambda holder: (
                _("The account is now linked to %(number)s, %(given)s.")
                % {"number": holder.number, "given": holder.name}
            ),
        ),
        "refuse": Command(
            lambda by, claim, asked: refuse_claim(by=by, claim=claim, reason=asked.reason),
            _lazy("The request is refused. They will read why."),
        ),
    },
)
