"""Whatever creates something, sent three times at one moment: twice with one key, as by a double
click, once with another. Real threads on PostgreSQL, all races on one site.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse

from sanctioning.fees.models import Invoice
from sanctioning.fees.services.payments import record_payment
from sanctioning.kit.sent_once.keys import FIELD
from sanctioning.people.models.person import Person
from sanctioning.people.services.data_copies import COPY_JOB
from tests.site.rights import RIGHTS, Right
from tests.site.rights.creating import CREATING
from tests.site.stage import Stage, meant, set_stage
from tests.support.blank_pages import BLANK_PAGES
from tests.support.known_members import as_known
from tests.support.racing import all_at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
ONCE: Final = 1
TWICE: Final = 2


@dataclass(frozen=True, slots=True)
class Race:
    """What is sent, of which model rows are made, and how many by two different keys.

    `ONCE` where there may be one only, and whoever is second is refused.
    """

    name: str
    model: str
    made: int
    act: str = ""


RACES: Final = (
    Race("invoice-act", "sanctioning.Payment", TWICE, "pay"),
    Race("invoice-act", "sanctioning.CreditNote", TWICE, "credit"),
    Race("invoice-act", "sanctioning.Refund", TWICE, "refund"),
    Race("api-invoice-act", "sanctioning.Payment", TWICE, "pay"),
    Race("register-person", "sanctioning.Person", ONCE),
    Race("register-club", "sanctioning.Club", ONCE),
    Race("api-new-event", "tournaments.Event", ONCE),
    Race("law-new", "sanctioning.Articles", TWICE),
    Race("offices", "sanctioning.Appointment", ONCE),
    Race("tokens", "sanctioning.ApiToken", TWICE),
    Race("bars", "sanctioning.Bar", TWICE),
    Race("new-series", "tournaments.Series", ONCE),
    Race("level-add", "sanctioning.Level", ONCE),
    Race("claim", "sanctioning.Claim", ONCE),
    Race("enter", "tournaments.Entry", ONCE),
    Race("new-game", "tournaments.Game", TWICE),
    Race("announcements", "tournaments.Announcement", TWICE),
    Race("calls", "tournaments.Call", TWICE),
    Race("rule", "tournaments.Ruling", TWICE),
    Race("violations", "tournaments.Violation", TWICE),
    Race("entry-rulings", "tournaments.EntryRuling", TWICE),
    Race("appeal-new", "tournaments.Appeal", ONCE),
    Race("my-copies", "sanctioning.DataCopy", ONCE),
    Race("executor-act", "sanctioning.Leave", TWICE, "leave"),
)


@pytest.fixture
def stage() -> Iterator[Stage]:
    with override_settings(TEMPLATES=BLANK_PAGES):
        # Nobody reads a paper or a mail here.
        stage = set_stage(COPY_JOB)
        logging.disable(logging.WARNING)
        yield stage
        logging.disable(logging.NOTSET)


def test_whatever_is_sent_at_once_is_done_once_for_each_key(stage: Stage) -> None:
    paid_too_much(stage)
    wrong = {f"{race.name} {race.act}": fault for race in RACES if (fault := fault_of(race, stage))}
    assert wrong == {}


def fault_of(race: Race, stage: Stage) -> str:
    """What is wrong with it; empty where all is well."""
    rows = (right for right in (*CREATING, *RIGHTS) if right.method != "GET")
    right = next(right for right in rows if (right.name, right.act) == (race.name, race.act))
    model = apps.get_model(race.model)
    before = model._default_manager.count()
    send = [partial(sent, client_of(stage, right), stage, right) for _ in range(3)]
    keys = (f"{race.name} {race.act} a", f"{race.name} {race.act} a", f"{race.name} {race.act} b")
    answers = all_at_once([partial(sender, key) for sender, key in zip(send, keys, strict=True)])
    broken = [answer for answer in answers if isinstance(answer, Exception)]
    if broken:
        return f"{broken}"
    first, again, other = (answer for answer in answers if not isinstance(answer, Exception))
    added = model._default_manager.count() - before
    statuses = (first.status_code, again.status_code, other.status_code)
    if max(statuses) >= 500 or min(statuses) >= 400 or added != race.made:
        return f"{added} made, answered {statuses}"
    if (first.headers.get("Location"), first.content) != (again.headers.get("Location"), again.content):
        return f"answered {first.headers} and {again.headers}"
    return ""


def client_of(stage: Stage, right: Right) -> Client:
    client, account = Client(raise_request_exception=False), stage.roles[min(right.who)]
    assert account is not None
    client.force_login(account)
    return client


def sent(client: Client, stage: Stage, right: Right, key: str) -> HttpResponse:
    """Send it as the browser or the program would."""
    place = {**stage.places.get(right.at, {}), **({"act": right.act} if right.act else {})}
    fields = {name: meant(stage, value) for name, value in right.sends.items()}
    path = reverse(right.name, kwargs=place)
    answer: Any = (
        client.post(
            path, as_known(path, "POST", fields), "application/json", headers={"Idempotency-Key": key}
        )
        if right.name.startswith("api-")
        else client.post(path, {**fields, FIELD: key})
    )
    response: HttpResponse = answer
    return response


def paid_too_much(stage: Stage) -> None:
    """The club of the invoice has credit to give back."""
    invoice = Invoice.objects.get(number=stage.places["invoice"]["number"])
    registrar = Person.objects.get(account=stage.roles["registrar"])
    record_payment(by=registrar, club=invoice.club, amount=invoice.amount, received_on=invoice.issued_on)
