"""What becomes of people's records in the demo season, where no single service does it."""

from __future__ import annotations

import datetime as dt

from sanctioning.people.models.person import Person
from sanctioning.people.services.own_data import OwnData, change_own_data
from scoring.demo.authority.founding import account_of
from tournaments.events.models.event import Event


def give_account(person: Person, email: str) -> None:
    """Somebody who was written down by the authority signs in now."""
    Person.objects.filter(pk=person.pk).update(account=account_of(email))
    person.refresh_from_db()


def show_by_number(person: Person, at: dt.datetime) -> None:
    """Somebody who does not want to be named."""
    data = OwnData(email="", address="", home_club=person.home_club, publicity="number")
    change_own_data(by=person, data=data, at=at)


def first_entered(event: Event) -> Person:
    entries = event.entries.filter(state="entered").select_related("person").order_by("pk")
    return entries[0].person
