"""Officers who have not chosen a password yet, each with the link that lets them.

Invariant: a link is kept nowhere: it follows from the account and the moment, lasts as long as any link that
sets a password, and opens nothing once a password is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.urls import reverse

from sanctioning.accounts.models.account import Account
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """`offices` are those that the person was given."""

    person: Person
    offices: Sequence[str]
    link: str


def hand_overs() -> list[HandOver]:
    """Whoever was given an office and cannot sign in yet, by name. Two queries."""
    people = Person.objects.filter(
        account__password__startswith=UNUSABLE_PASSWORD_PREFIX, appointments__isnull=False
    )
    waiting = list(people.select_related("account").distinct().order_by("family_name", "given_names"))
    appointments = Appointment.objects.filter(person__in=waiting).order_by("pk")
    offices: dict[int, list[str]] = {}
    for appointment in appointments:
        offices.setdefault(appointment.person_id, []).append(appointment.get_office_display())
    return [
        HandOver(person=person, offices=offices[person.pk], link=link_to_choose_password(person.account))
        for person in waiting
        if person.account is not None
    ]


def link_to_choose_password(account: Account) -> str:
    key = default_token_generator.make_token(account)
    return link_to(
        reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(account), "key": key})
    )
