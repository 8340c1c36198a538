"""People and their records in the demo season: a claim that waits, a record claimed, merges, a copy, a wish.

Terms: paper record (of somebody who never signed in).
"""

from __future__ import annotations

import datetime as dt

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from sanctioning.people.services.anonymisation import anonymise, ask_to_be_forgotten, confirm_wish
from sanctioning.people.services.claims import ask_for_record, claim_with_code, issue_claim_code
from sanctioning.people.services.data_copies import ask_for_copy
from sanctioning.people.services.merging import merge_people, undo_merge
from sanctioning.people.services.own_data import OwnData, change_own_data
from sanctioning.people.services.registering import register_person
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.people import PASSWORD

DAY = dt.timedelta(days=1)


def keep_records_of_people(authority: DemoAuthority) -> None:
    """What lies on the registrar's page of people in the last weeks of the season."""
    first = noon(dt.date(2026, 10, 27))
    _claimed(authority, first)
    _asked(first + 20 * DAY)
    _merged(authority, first + 2 * DAY)
    _merged_and_undone(authority, first + 3 * DAY)
    _forgotten(authority, first + 4 * DAY)
    ask_for_copy(by=authority.players[0], at=first + 18 * DAY)
    _shown_by_number(authority, first + 6 * DAY)


def _claimed(authority: DemoAuthority, at: dt.datetime) -> None:
    """A member who played before there was an account; the club handed over the code."""
    code = issue_claim_code(by=authority.officers[0], person=authority.players[3], at=at)
    claim_with_code(account=_account("claimed@demo.example"), code=code, at=at + DAY)


def _asked(at: dt.datetime) -> None:
    ask_for_record(
        account=_account("newcomer@demo.example"),
        given_names="Nigel",
        family_name="Fairfax",
        words="I have played at Ludlow since the spring, with Olive Fenwick.",
        at=at,
    )


def _merged(authority: DemoAuthority, at: dt.datetime) -> None:
    other = _paper_record(authority, "K.", "Dale", at)
    reason = "Katharine Dale showed the card of 1998 that bears this number."
    merge_people(by=authority.registrar, kept=authority.players[10], merged=other, reason=reason, at=at + DAY)


def _merged_and_undone(authority: DemoAuthority, at: dt.datetime) -> None:
    other = _paper_record(authority, "Olivia", "Fenwick", at)
    reason = "The same family name and club."
    merge = merge_people(
        by=authority.registrar, kept=authority.players[14], merged=other, reason=reason, at=at + DAY
    )
    undo_merge(by=authority.registrar, merge=merge, reason="Olivia is a niece of Olive's.", at=at + 4 * DAY)


def _forgotten(authority: DemoAuthority, at: dt.datetime) -> None:
    person = authority.players[41]
    Person.objects.filter(pk=person.pk).update(account=_account("leaver@demo.example"))
    person.refresh_from_db()
    ask_to_be_forgotten(by=person, at=at)
    wish = confirm_wish(by=person, number=person.number, at=at)
    anonymise(wish_id=wish.pk, at=at + 14 * DAY)


def _shown_by_number(authority: DemoAuthority, at: dt.datetime) -> None:
    person = authority.players[38]
    data = OwnData(email="", address="", home_club=person.home_club, publicity="number")
    change_own_data(by=person, data=data, at=at)


def _paper_record(authority: DemoAuthority, given: str, family: str, at: dt.datetime) -> Person:
    club = authority.players[10].home_club
    return register_person(
        by=authority.registrar, given_names=given, family_name=family, home_club=club, at=at
    )


def _account(email: str) -> Account:
    return Account.objects.create_user(email, PASSWORD)
