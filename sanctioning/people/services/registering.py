"""People: registering them, with or without an account."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.identity.doubles import possible_doubles
from sanctioning.kit.audit.services import note
from sanctioning.kit.check_characters import member_number
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import visible
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.people.permissions import may_register_person
from sanctioning.setting_up.models import Founding


@transaction.atomic
def found_authority(
    *, given_names: str, family_name: str, account: Account | None = None, at: dt.datetime | None = None
) -> Person:
    """The first Managing Executor, from whom every other right comes (section IV); once only.

    Raises:
        Refusal: `authority-founded`.
    """
    at = moment(at)
    if Appointment.objects.filter(office=Office.MANAGING_EXECUTOR).exists():
        raise founded_already()
    person = _create(next_number("person"), given_names, family_name, None, account, at)
    try:
        with transaction.atomic():
            Founding.objects.create(person=person, at=at)
    except IntegrityError:
        raise founded_already() from None
    Appointment.objects.create(person=person, office=Office.MANAGING_EXECUTOR, first_day=day_of(at))
    note(by=person, at=at, action="found authority", thing=person, after={"number": person.number})
    return person


def founded_already() -> Refusal:
    return Refusal(
        code="authority-founded",
        sentence=_("The authority already has a Managing Executor."),
        rule="IV",
        remedy=_("Have the Managing Executor appoint a successor."),
    )


@looks_again
def register_person(
    *,
    by: Person,
    given_names: str,
    family_name: str,
    home_club: Club | None = None,
    account: Account | None = None,
    email: str = "",
    birth_date: dt.date | None = None,
    address: str = "",
    knowing_doubles: bool = True,
    at: dt.datetime | None = None,
) -> Person:
    """A person with a member number; the account may come later or never.

    Without `knowing_doubles` refuses where a record may be the same person, so that somebody looks first.

    Raises:
        Refusal: `name-invisible`, `name-missing`, `not-allowed`, `not-born`, `possible-double`.
    """
    at = moment(at)
    require(
        may_register_person(by, day_of(at)),
        what=_("register people"),
        who=_("a registrar or an officer of a club"),
        rule="IV",
    )
    if not family_name.strip():
        raise Refusal(
            code="name-missing",
            sentence=_("A person needs a family name."),
            rule="IV",
            remedy=_("Write the family name; you may leave out given names."),
            status=422,
        )
    require_born(birth_date, at)
    # Whoever registers somebody at the same moment waits here, and then finds the double.
    number = next_number("person")
    if not knowing_doubles:
        _require_no_double(by, at, given_names, family_name, birth_date)
    given, family = visible(given_names, "given_names"), visible(family_name, "family_name")
    person = _create(number, given, family, home_club, account, at)
    if email or birth_date or address:
        PrivateData.objects.create(person=person, email=email, birth_date=birth_date, address=address)
    note(
        by=by,
        at=at,
        action="register person",
        thing=person,
        after={"number": person.number, "name": person.name},
    )
    return person


def require_born(birth_date: dt.date | None, at: dt.datetime) -> None:
    """Refuse a day of birth that is still to come."""
    if birth_date is not None and birth_date > day_of(at):
        raise Refusal(
            code="not-born",
            sentence=_("The date of birth is in the future."),
            rule=_("A date of birth cannot be in the future."),
            remedy=_("Correct the day, or leave it empty."),
            status=422,
        )


def _require_no_double(
    by: Person, at: dt.datetime, given_names: str, family_name: str, birth_date: dt.date | None
) -> None:
    doubles = possible_doubles(given_names=given_names, family_name=family_name, birth_date=birth_date)
    if doubles:
        numbers = [person.number for person in doubles]
        raise Refusal(
            code="possible-double",
            sentence=_("%(names)s may be the same person.") % {"names": ", ".join(numbers)},
            rule=_("Each person has one record."),
            remedy=_("Look at the records. If this is somebody else, say so and register them."),
            facts={"numbers": numbers},
        )


def _create(
    number: int,
    given_names: str,
    family_name: str,
    home_club: Club | None,
    account: Account | None,
    at: dt.datetime,
) -> Person:
    return Person.objects.create(
        number=member_number(number),
        given_names=given_names,
        family_name=family_name,
        home_club=home_club,
        account=account,
        registered_at=at,
    )
