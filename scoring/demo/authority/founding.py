"""The demo's authority: law, clubs, people and offices."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.contrib.auth.hashers import make_password

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.kit.clock import noon
from sanctioning.law.examples import (
    EXAMPLE_ARTICLES,
    EXAMPLE_FEES,
    EXAMPLE_LEVELS,
    EXAMPLE_RULES,
    EXAMPLE_TYPES,
    LevelExample,
)
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
from sanctioning.law.services.levels import add_level, add_type
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.services.conflicts import declare_conflict
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import found_authority, register_person
from sanctioning.terms.services import appoint
from scoring.demo import people as cast
from scoring.demo.season import FOUNDED

JUBILEE: Final[LevelExample] = {"slug": "jubilee", "name": "jubilee of the rules", "special_event": True}


@dataclass(frozen=True, kw_only=True)
class DemoAuthority:
    managing: Person
    registrar: Person
    executors: list[Appointment]
    directors: list[Person]
    officers: list[Person]
    players: list[Person]
    clubs: list[Club]
    levels: dict[str, Level]
    types: dict[str, EventType]
    strengths: dict[int, float]


def found_demo_authority() -> DemoAuthority:
    at = noon(FOUNDED)
    # Of a role that several have the first is meant.
    logins = {login.role: account_of(login.email) for login in reversed(cast.LOGINS)}
    given, family = cast.MANAGING_EXECUTOR
    managing = found_authority(
        given_names=given, family_name=family, account=logins["Managing Executor"], at=at
    )
    levels = {level["slug"]: add_level(by=managing, at=at, **level) for level in [*EXAMPLE_LEVELS, JUBILEE]}
    types = {kind["slug"]: add_type(by=managing, at=at, **kind) for kind in EXAMPLE_TYPES}
    _adopt_law(managing, at)
    clubs = [_club(managing, demo_club, at) for demo_club in cast.CLUBS]
    registrar = _person(managing, cast.REGISTRAR, None, at, logins["registrar"])
    appoint(by=managing, person=registrar, office=Office.REGISTRAR, first_day=FOUNDED, at=at)
    directors = _run_clubs(managing, cast.DIRECTORS, Office.DIRECTOR, clubs, logins["director"], at)
    officers = _run_clubs(managing, cast.OFFICERS, Office.CLUB_OFFICER, clubs, logins["club officer"], at)
    players = [
        _person(
            managing,
            name,
            clubs[index % len(clubs)],
            at + dt.timedelta(days=index // 4),
            {0: logins["player"], 1: logins["appellant"]}.get(index),
            birth_date=dt.date(2009, 6, 1) if index % 17 == 16 else dt.date(1950 + index, 3, 1 + index % 28),
        )
        for index, name in enumerate(cast.PLAYERS)
    ]
    return DemoAuthority(
        managing=managing,
        registrar=registrar,
        executors=_executors(managing, logins["Acting Executor"], clubs[2], at),
        directors=directors,
        officers=officers,
        players=players,
        clubs=clubs,
        levels=levels,
        types=types,
        strengths={player.pk: cast.strength(index) for index, player in enumerate(players)},
    )


def _adopt_law(managing: Person, at: dt.datetime) -> None:
    for example in EXAMPLE_RULES:
        rules = draft_law(by=managing, law=RuleSet, at=at, **example)
        adopt_law(by=managing, version=rules, at=at)
    articles = draft_law(
        by=managing,
        law=Articles,
        title="Articles of Administration, first version (example)",
        first_day=FOUNDED,
        body=EXAMPLE_ARTICLES,
        at=at,
    )
    adopt_law(by=managing, version=articles, at=at)
    fees = draft_law(
        by=managing,
        law=FeeSchedule,
        title="Fees, first version (example)",
        first_day=FOUNDED,
        body=EXAMPLE_FEES,
        at=at,
    )
    adopt_law(by=managing, version=fees, at=at)


def _executors(managing: Person, account: Account, shunned: Club, at: dt.datetime) -> list[Appointment]:
    appointments = []
    for index, name in enumerate(cast.EXECUTORS):
        person = _person(managing, name, None, at, account if index == 0 else None)
        appointments.append(
            appoint(by=managing, person=person, office=Office.ACTING_EXECUTOR, first_day=FOUNDED, at=at)
        )
    declare_conflict(by=appointments[2].person, with_club=shunned, reason="A founder of that society.", at=at)
    return appointments


def _run_clubs(
    managing: Person,
    names: tuple[tuple[str, str], ...],
    office: Office,
    clubs: list[Club],
    account: Account,
    at: dt.datetime,
) -> list[Person]:
    people = []
    for index, (name, club) in enumerate(zip(names, clubs, strict=True)):
        person = _person(managing, name, club, at, account if index == 0 else None)
        appoint(by=managing, person=person, office=office, club=club, first_day=FOUNDED, at=at)
        people.append(person)
    return people


def _club(managing: Person, demo_club: cast.DemoClub, at: dt.datetime) -> Club:
    club = register_club(by=managing, name=demo_club.name, place=demo_club.place, at=at)
    return approve_club(by=managing, club=club, at=at + dt.timedelta(days=3))


def _person(
    by: Person,
    name: tuple[str, ...],
    club: Club | None,
    at: dt.datetime,
    account: Account | None,
    birth_date: dt.date | None = None,
) -> Person:
    given, family = name
    return register_person(
        by=by,
        given_names=given,
        family_name=family,
        home_club=club,
        account=account,
        email=account.email if account else "",
        birth_date=birth_date,
        at=at,
    )


def register(authority: DemoAuthority, name: str, at: dt.datetime, email: str = "") -> Person:
    """Somebody who belongs to no club, with an account where there is an address."""
    given, family = name.split(" ", 1)
    account = account_of(email) if email else None
    return _person(authority.managing, (given, family), None, at, account)


def account_of(email: str) -> Account:
    """The account of that address, made when it is first asked for."""
    known = Account.objects.filter(email=email).first()
    if known is not None:
        return known
    account = Account.objects.create_user(email)
    account.password = hash_of_the_password()
    account.save(update_fields=["password"])
    return account


@cache
def hash_of_the_password() -> str:
    """Everybody's is the same and printed at the start, and to hash it is slow by design."""
    return make_password(cast.PASSWORD)
