"""Setting up from a file: the same services as the pages, each step left out that is done.

Invariant: the whole file is checked before anything is written; once nothing that it asks for is missing, it
changes nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.authority.currencies import currency_of_zone
from sanctioning.authority.services import PLAIN
from sanctioning.clubs.models import Club
from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.examples import adopt_examples
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.setting_up.hand_overs import link_to_choose_password
from sanctioning.setting_up.models import Founding
from sanctioning.setting_up.services import (
    bring_in,
    bring_in_club,
    describe_first,
    found_with_account,
    require_not_founded,
)

PARTS: Final = {"authority", "managing_executor", "law", "registrar", "acting_executors", "club"}
OF_THE_LAW: Final = {"first_day"}
OF_A_CLUB: Final = {"name", "place", "director", "second_officer"}
OF_A_PERSON: Final = {"given_names", "family_name", "email"}


def found_from(wanted: Mapping[str, Any], *, folder: Path, ask_password: Callable[[], str]) -> Iterator[str]:
    """A line for each thing that was made; `folder` is where a crest is looked for."""
    _check(wanted, folder)
    founding = Founding.objects.select_related("person").first()
    did_something = False
    if founding is None:
        if "authority" in wanted:
            described = describe_first(**_as_given(wanted["authority"], folder))
            yield f"The authority is {described.name or 'not named yet'}."
            yield f"Its fees are in {described.currency or settings.CURRENCY}."
        person = found_with_account(**wanted["managing_executor"], password=ask_password())
        did_something = True
        yield f"{person.name} is Managing Executor, number {person.number}."
        yield "The first sign-in asks for a second factor."
    else:
        person = _the_same(founding.person, wanted["managing_executor"])
    for line in _the_rest(person, wanted):
        did_something = True
        yield line
    if not did_something:
        yield "Everything that the file asks for is done already."


def _the_rest(by: Person, wanted: Mapping[str, Any]) -> Iterator[str]:
    if "law" in wanted and not Articles.objects.filter(withdrawn_at=None).exists():
        adopt_examples(by=by, first_day=wanted["law"]["first_day"])
        yield f"The example law is in force from {wanted['law']['first_day']}."
    officers = [(Office.REGISTRAR, wanted["registrar"])] if "registrar" in wanted else []
    officers += [(Office.ACTING_EXECUTOR, each) for each in wanted.get("acting_executors", [])]
    for office, person in officers:
        email = Account.objects.normalize_email(person["email"])
        if not Appointment.objects.filter(office=office, person__account__email=email).exists():
            yield _said(bring_in(by=by, office=office, **person), office.label)
    if "club" in wanted and not Club.objects.filter(name=wanted["club"]["name"]).exists():
        club = wanted["club"]
        director = bring_in_club(
            by=by,
            name=club["name"],
            place=club.get("place", ""),
            **club["director"],
            second_officer=club.get("second_officer"),
        )
        yield _said(director, f"director of {club['name']}")
        if "second_officer" in club:
            email = Account.objects.normalize_email(club["second_officer"]["email"])
            second = Person.objects.get(account__email=email)
            yield _said(second, f"second officer of {club['name']}")


def _said(person: Person, office: str) -> str:
    account = person.account
    if account is None or account.has_usable_password():
        return f"{person.name} is {office}."
    link = link_to_choose_password(account)
    return f"{person.name} is {office}. Give them this link to choose a password: {link}"


def _as_given(described: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """A crest is named by its file; a currency that is left out is that of the time zone."""
    given = {"currency": currency_of_zone(described.get("time_zone", "")), **described}
    if "crest" in given:
        given["crest"] = (folder / given["crest"]).read_bytes()
    return given


def _the_same(person: Person, described: Mapping[str, Any]) -> Person:
    """Only the file that founded the authority goes on with it."""
    if person.account and person.account.email == Account.objects.normalize_email(described["email"]):
        return person
    require_not_founded()
    return person


def _check(wanted: Mapping[str, Any], folder: Path) -> None:
    _known_alone(wanted, PARTS, "")
    if "authority" in wanted:
        _authority(wanted["authority"], folder)
    if "managing_executor" not in wanted:
        raise _unreadable("managing_executor", _("the first Managing Executor"))
    _person(wanted["managing_executor"], "managing_executor")
    if "law" in wanted:
        _law(wanted["law"])
    if "registrar" in wanted:
        _person(wanted["registrar"], "registrar")
    executors = wanted.get("acting_executors", [])
    if not isinstance(executors, list):
        raise _unreadable("acting_executors", _("a list"))
    for number, executor in enumerate(executors, start=1):
        _person(executor, f"acting_executors.{number}")
    if "club" in wanted:
        _club(wanted["club"])


def _known_alone(described: Any, known: Collection[str], place: str) -> None:
    """Refuse a key that nothing reads, such as one that is misspelt."""
    for name in described if isinstance(described, dict) else ():
        if name not in known:
            names = ", ".join(sorted(known))
            raise _unreadable(place + name, _("only what is read there: %(names)s") % {"names": names})


def _law(described: Any) -> None:
    _known_alone(described, OF_THE_LAW, "law.")
    first_day = described.get("first_day") if isinstance(described, dict) else None
    if type(first_day) is not dt.date:
        raise _unreadable("law.first_day", _("a day such as 2027-01-01"))


def _club(described: Any) -> None:
    _known_alone(described, OF_A_CLUB, "club.")
    if not isinstance(described, dict) or not isinstance(described.get("name"), str):
        raise _unreadable("club.name", _("the name of the club"))
    if not isinstance(described.get("place", ""), str):
        raise _unreadable("club.place", _("a text"))
    _person(described.get("director"), "club.director")
    if "second_officer" in described:
        _person(described["second_officer"], "club.second_officer")


def _authority(described: Any, folder: Path) -> None:
    if not isinstance(described, dict):
        raise _unreadable("authority", _("a table, such as [authority]"))
    _known_alone(described, {*PLAIN, "crest"}, "authority.")
    for name, value in described.items():
        texts = value if name == "languages" and isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in texts):
            raise _unreadable(f"authority.{name}", _("a text"))
    if "crest" in described and not (folder / described["crest"]).is_file():
        raise _unreadable("authority.crest", _("the path of an SVG, PNG or JPEG file"))


def _person(described: Any, place: str) -> None:
    _known_alone(described, OF_A_PERSON, f"{place}.")
    whole = isinstance(described, dict) and set(described) == OF_A_PERSON
    if not whole or not all(isinstance(text, str) for text in described.values()):
        raise _unreadable(place, _("given_names, family_name and email, each as text"))


def _unreadable(place: str, wanted: str) -> Refusal:
    return Refusal(
        code="founding-unreadable",
        sentence=_("The file cannot be read at %(place)s.") % {"place": place},
        rule=_("A founding file has the parts shown in docs/found.toml."),
        remedy=_("Give %(wanted)s.") % {"wanted": wanted},
        status=422,
        facts={"place": place},
    )
