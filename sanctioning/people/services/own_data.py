"""What a person keeps up to date, from the address to how far the public sees; what the registrar corrects.

Invariants: the trail says which of the private data changed and who changed them, never what they were, so
that what is erased is gone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.hooks import PUBLICITY_CHANGED
from sanctioning.identity.same_person import hold, rows_of, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason, visible
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person, PrivateData, Publicity
from sanctioning.people.permissions import may_correct_person
from sanctioning.people.services.registering import require_born

PRIVATE = ("email", "birth_date", "address")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnData:
    """All that a person may change."""

    email: str
    address: str
    home_club: Club | None
    publicity: str


@transaction.atomic
def change_own_data(*, by: Person, data: OwnData, at: dt.datetime | None = None) -> Person:
    """A person's own address, home club and publicity.

    Raises:
        Refusal: `email-wrong`, `publicity-unknown`.
    """
    at = moment(at)
    [person] = hold([by])
    _require_address(data.email)
    if data.publicity not in Publicity.values:
        raise Refusal(
            code="publicity-unknown",
            sentence=_("There is no such choice."),
            rule=_("A person is listed, shown in results only, or shown by number."),
            remedy=_("Choose one of the three."),
            status=422,
        )
    changed = _change_private(person, {"email": data.email.strip(), "address": data.address.strip()})
    before, after = _public_words(person), {}
    was_shown = person.publicity
    person.home_club, person.publicity = data.home_club, data.publicity
    after = _public_words(person)
    person.save(update_fields=["home_club", "publicity"])
    if person.publicity != was_shown:
        for follow in PUBLICITY_CHANGED.values():
            follow(person)
    if changed or before != after:
        note(
            by=by,
            at=at,
            action="change own data",
            thing=person,
            before=before,
            after={**after, "changed": changed},
        )
    return person


@transaction.atomic
def correct_person(
    *,
    by: Person,
    person: Person,
    given_names: str,
    family_name: str,
    birth_date: dt.date | None,
    email: str,
    address: str,
    why: str,
    at: dt.datetime | None = None,
) -> Person:
    """The registrar corrects a record. Papers that were issued keep what they say.

    Raises:
        Refusal: `email-wrong`, `name-invisible`, `name-missing`, `not-allowed`, `not-born`,
            `person-anonymised`, `reason-missing`.
    """
    at = moment(at)
    require(may_correct_person(by, day_of(at)), what=_("correct records"), who=_("the registrar"), rule="IV")
    [person] = hold([person])
    why = _require_why(why)
    _require_sound(person, family_name)
    require_born(birth_date, at)
    _require_address(email)
    before = {"name": person.name}
    person.given_names = visible(given_names, "given_names")
    person.family_name = visible(family_name, "family_name")
    person.save(update_fields=["given_names", "family_name"])
    private = {"email": email.strip(), "birth_date": birth_date, "address": address.strip()}
    changed = _change_private(person, private)
    after = {"name": person.name, "changed": changed}
    note(by=by, at=at, action="correct person", thing=person, why=why, before=before, after=after)
    return person


@transaction.atomic
def close_account(*, by: Person, person: Person, why: str, at: dt.datetime | None = None) -> None:
    """Nobody signs in with the account of this record any more; the record can be claimed again.

    Raises:
        Refusal: `no-account-to-close`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    require(may_correct_person(by, day_of(at)), what=_("close accounts"), who=_("the registrar"), rule="IV")
    why = _require_why(why)
    held = Person.objects.select_for_update(no_key=True).select_related(None).get(pk=person.pk)
    account = held.account
    if account is None or same_person(by, held):
        raise Refusal(
            code="no-account-to-close",
            sentence=_("This record has no account, or it is your own."),
            rule=_("The registrar closes other people's accounts."),
            remedy=_("Look at the other record."),
        )
    account.is_active = False
    account.save(update_fields=["is_active"])
    Person.objects.filter(pk=held.pk).update(account=None)
    note(by=by, at=at, action="close account", thing=held, why=why, before={"account": account.pk})


def _change_private(person: Person, values: Mapping[str, object]) -> list[str]:
    """Keep what is new; gives the names of what changed."""
    private = PrivateData.objects.filter(person=person).first() or PrivateData(person=person)
    changed = [name for name, value in values.items() if getattr(private, name) != value]
    for name in changed:
        setattr(private, name, values[name])
    if changed:
        private.save()
    return changed


def _public_words(person: Person) -> dict[str, object]:
    return {"home_club": person.home_club.slug if person.home_club else None, "publicity": person.publicity}


def _require_address(email: str) -> None:
    try:
        if email.strip():
            validate_email(email.strip())
    except ValidationError:
        raise Refusal(
            code="email-wrong",
            sentence=_("“%(email)s” is not an e-mail address.") % {"email": email.strip()},
            rule=_("An e-mail address has a name, an @ and a place."),
            remedy=_("Write it like ada@example.org, or leave it empty."),
            status=422,
        ) from None


def _require_sound(person: Person, family_name: str) -> None:
    if not family_name.strip():
        raise Refusal(
            code="name-missing",
            sentence=_("A person needs a family name."),
            rule="IV",
            remedy=_("Write the family name; you may leave out given names."),
            status=422,
        )
    if rows_of(person).filter(anonymised_at__isnull=False).exists():
        raise Refusal(
            code="person-anonymised",
            sentence=_("%(number)s was anonymised.") % {"number": person.number},
            rule=_("An anonymised record stays anonymised."),
            remedy=_("Leave the record as it is."),
        )


def _require_why(why: str) -> str:
    return require_reason(
        why,
        _("A correction needs a reason."),
        rule=_("Every change needs a reason."),
        remedy=_("Write what was wrong and how you know."),
    )
