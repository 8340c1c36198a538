"""Opening setting up by a code, founding the authority, and bringing in its first people.

Invariants: a wrong code costs a try, which is kept though it is refused; whoever founds second is refused
whole, account and all.
Rule section: IV (the Managing Executor is the source of the authority and its system).
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.accounts.forms import ADDRESS
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.lost_passwords import ask_for_link
from sanctioning.authority.services import describe_before_founding
from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.installation.commands import command_line
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import found_authority, founded_already, register_person
from sanctioning.setting_up.models import Founding, SetUpCode
from sanctioning.terms.services import appoint

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
GROUPS, LENGTH = 4, 4
LASTS: Final = dt.timedelta(days=2)
TRIES: Final = 10


@looks_again
def new_code(*, at: dt.datetime | None = None) -> str:
    """A code in place of the one before; given here once and kept nowhere.

    Raises:
        Refusal: `authority-founded`.
    """
    at = moment(at)
    require_not_founded()
    code = "-".join("".join(secrets.choice(LETTERS) for _n in range(LENGTH)) for _g in range(GROUPS))
    SetUpCode.objects.update_or_create(
        pk=1, defaults={"hash": hash_of(code), "expires_at": at + LASTS, "tries_left": TRIES}
    )
    return code


def hash_of(code: str) -> str:
    return salted_hmac("sanctioning.set_up", _letters_of(code), algorithm="sha256").hexdigest()


def _letters_of(code: str) -> str:
    return "".join(code.upper().split()).replace("-", "")


def open_with(*, code: str, at: dt.datetime | None = None) -> str:
    """The hash that a session shows from now on. A wrong code costs a try also where it is refused.

    Raises:
        Refusal: `authority-founded`, `code-expired`, `code-missing`, `code-used-up`, `code-wrong`.
    """
    at = moment(at)
    require_not_founded()
    if not _letters_of(code):
        raise _code_missing()
    SetUpCode.objects.filter(tries_left__gt=0).update(tries_left=F("tries_left") - 1)
    kept = SetUpCode.objects.first()
    if kept is None or kept.expires_at <= at:
        raise _closed("code-expired", _("This code has expired."))
    if constant_time_compare(kept.hash, hash_of(code)):
        SetUpCode.objects.filter(hash=kept.hash).update(tries_left=F("tries_left") + 1)
        return kept.hash
    if not kept.tries_left:
        SetUpCode.objects.filter(hash=kept.hash).update(expires_at=at)
        raise _closed("code-used-up", _("A wrong code was typed too often, so the code has stopped working."))
    left = ngettext("%(count)s try is left.", "%(count)s tries are left.", kept.tries_left)
    raise Refusal(
        code="code-wrong",
        sentence=_("This is not the code of this installation."),
        rule=_("The person who runs the machine sets up the authority, with a one-time code."),
        remedy=" ".join(
            [_("Compare it with the code that was printed at the start."), left % {"count": kept.tries_left}]
        ),
        status=422,
    )


def describe_first(*, at: dt.datetime | None = None, **fields: Any) -> Installation:
    """Name the authority before its first officer is there; `fields` as `describe_authority` takes them.

    Raises:
        Refusal: `address-wrong`, `authority-founded`, `crest-unreadable`, `currency-unknown`,
            `language-not-offered`, `text-too-long`, `time-zone-unknown`.
    """
    require_not_founded()
    return describe_before_founding(at=at, **fields)


@looks_again
def found_with_account(
    *,
    given_names: str,
    family_name: str,
    email: str,
    password: str,
    again: str | None = None,
    at: dt.datetime | None = None,
) -> Person:
    """The first Managing Executor with the account that signs in; closes setting up for good.

    Raises:
        Refusal: `authority-founded`, `set-up-incomplete`.
    """
    require_not_founded()
    if not family_name.strip():
        raise _wrong("family_name", _("A person needs a family name."))
    if again is not None and password != again:
        raise _wrong("password", _("The two passwords differ."))
    account = _new_account(email, password)
    person = found_authority(given_names=given_names, family_name=family_name, account=account, at=at)
    SetUpCode.objects.all().delete()
    return person


def require_not_founded() -> None:
    if Founding.objects.exists():
        raise founded_already()


@looks_again
def bring_in(
    *,
    by: Person,
    given_names: str,
    family_name: str,
    email: str,
    office: str,
    club: Club | None = None,
    by_mail: bool = False,
    at: dt.datetime | None = None,
) -> Person:
    """A person with an account and an office; the link to choose a password goes by mail, or you hand it
    over (`hand_overs`).

    Raises:
        Refusal: `appointed-already`, `appointment-impossible`, `set-up-incomplete` and what `register_person`
            raises.
    """
    at = moment(at)
    email = Account.objects.normalize_email(email)
    account = Account.objects.filter(email=email).first()
    person = Person.objects.filter(account=account).first() if account else None
    if account is None:
        account = _new_account(email, None)
        if by_mail:
            ask_for_link(email)
    if person is None:
        person = register_person(
            by=by,
            given_names=given_names,
            family_name=family_name,
            email=email,
            account=account,
            home_club=club,
            at=at,
        )
    appoint(by=by, person=person, office=office, club=club, first_day=day_of(at), at=at)
    return person


@looks_again
def bring_in_club(
    *,
    by: Person,
    name: str,
    place: str,
    given_names: str,
    family_name: str,
    email: str,
    second_officer: Mapping[str, str] | None = None,
    by_mail: bool = False,
    at: dt.datetime | None = None,
) -> Person:
    """A club, approved at once, whose director is also its first officer; `second_officer` (given_names,
    family_name, email) can confirm what the director reports.

    Raises:
        Refusal: `club-name-taken`, `club-state`, `name-unreadable`, `time-zone-unknown` and what `bring_in`
            raises.
    """
    club = approve_club(by=by, club=register_club(by=by, name=name, place=place, at=at), at=at)
    person = {"given_names": given_names, "family_name": family_name, "email": email}
    director = bring_in(by=by, office=Office.DIRECTOR, club=club, by_mail=by_mail, at=at, **person)
    appoint(
        by=by,
        person=director,
        office=Office.CLUB_OFFICER,
        club=club,
        first_day=day_of(moment(at)),
        at=at,
    )
    if second_officer is not None:
        bring_in(by=by, office=Office.CLUB_OFFICER, club=club, by_mail=by_mail, at=at, **second_officer)
    return director


def _new_account(email: str, password: str | None) -> Account:
    account = Account(email=Account.objects.normalize_email(email))
    try:
        EmailValidator(ADDRESS)(account.email)
        account.full_clean(exclude=["password"])
    except ValidationError as wrong:
        raise _wrong("email", " ".join(wrong.messages)) from wrong
    if password is not None:
        try:
            validate_password(password, account)
        except ValidationError as wrong:
            raise _wrong("password", " ".join(wrong.messages)) from wrong
    return Account.objects.create_user(email, password)


def _wrong(place: str, sentence: str) -> Refusal:
    return Refusal(
        code="set-up-incomplete",
        sentence=sentence,
        rule=_("Somebody who holds an office needs a name, an address and a password."),
        remedy=_("Correct it and send it again."),
        status=422,
        facts={"place": place},
    )


def _code_missing() -> Refusal:
    return Refusal(
        code="code-missing",
        sentence=_("Type the code."),
        rule=_("The person who runs the machine sets up the authority, with a one-time code."),
        remedy=_("Type the code that was printed at the start. You did not lose a try."),
        status=422,
    )


def _closed(code: str, sentence: str) -> Refusal:
    return Refusal(
        code=code,
        sentence=sentence,
        rule=_("A one-time code lasts two days and allows ten tries."),
        remedy=_("Ask the person who runs the machine to print a new one: %(command)s.")
        % {"command": command_line("set_up_code")},
        status=403,
    )
