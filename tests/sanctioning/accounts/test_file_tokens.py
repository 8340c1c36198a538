"""Files of the site, read by a token; a program is never led to where people sign in."""

from __future__ import annotations

import pytest
from django.test import Client

from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.services.tokens import make_token
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.own_data import DataCopy
from sanctioning.people.models.person import Person
from sanctioning.people.services.data_copies import COPY_JOB
from tests.cast import MARCH, Cast, account, sanctioned_event
from tests.fixtures import SignIn
from tests.support.fees import adopt_fees, invoiced
from tests.support.keyed import keyed
from tournaments.entries.services.entries import enter_event

pytestmark = pytest.mark.both_databases


def with_token(person: Person, scope: str = ApiToken.Scope.READ) -> Client:
    account = person.account
    assert account is not None
    _row, secret = make_token(by=account, name="Scripts", scope=scope)
    return Client(headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def copy(cast: Cast, sign_in: SignIn) -> str:
    """The address of a copy of somebody's data."""
    asked = sign_in(cast.players[0]).post("/api/v1/me/copies/", **keyed())
    assert asked.status_code < 300, asked.content
    run_waiting(COPY_JOB)
    return f"/me/data/copies/{DataCopy.objects.get().pk}.zip"


def test_a_token_reads_the_file_of_whose_it_is(cast: Cast, copy: str) -> None:
    answer = with_token(cast.players[0], "full").get(copy)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert "Authorization" in answer["Vary"]
    for scope in ("read", "report", "run", "records"):
        refused = with_token(cast.players[0], scope).get(copy)
        assert (refused.status_code, refused.json()["facts"]["needs"]) == (403, ["full"]), (
            "it has their links"
        )
    another = with_token(cast.players[1], "full").get(copy)
    assert (another.status_code, another.json()["code"]) == (404, "not-found")
    assert Client().get(copy).status_code == 302


def test_what_a_token_is_answered_sets_no_cookie(cast: Cast, copy: str) -> None:
    for address in (copy, "/api/v1/messages/"):
        answer = with_token(cast.players[0], "full").get(address)
        assert (answer.status_code, list(answer.cookies)) == (200, [])


def test_a_token_that_opens_nothing_is_told_so(copy: str) -> None:
    answer = Client(headers={"Authorization": "Bearer saas_made-up"}).get(copy)
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    assert answer.json()["code"] == "authentication-failed"


@pytest.mark.parametrize(
    "address",
    ["/invoices/1/invoice.pdf", "/certificates/C-1.pdf", "/exports/1/files/1/", "/me/data/copies/1.zip"],
)
def test_what_is_not_there_is_said_as_to_a_program(cast: Cast, address: str) -> None:
    answer = with_token(cast.players[0], "full").get(address)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("address", ["/me/", "/fees/", "/authority/trail/", "/me/data/", "/admin/"])
def test_a_page_takes_no_token_and_leads_no_program_to_the_sign_in(cast: Cast, address: str) -> None:
    answer = with_token(cast.managing, ApiToken.Scope.FULL).get(address)
    assert (answer.status_code, answer.json()["code"]) == (401, "page-for-people")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_link_that_answers_for_its_person_is_not_given_to_a_token_that_reads(cast: Cast) -> None:
    event = sanctioned_event(cast)
    player = cast.players[0]
    enter_event(by=cast.director, event=event, person=player, at=MARCH)
    message = Message.objects.filter(to=player, path__startswith="/entry/").latest("pk")
    for scope, path in (("read", ""), ("run", ""), ("full", message.path)):
        answer = with_token(player, scope).get(f"/api/v1/messages/{message.pk}/")
        assert answer.json()["path"] == path, scope


def test_a_file_that_is_being_made_comes_by_itself(cast: Cast, sign_in: SignIn) -> None:
    """It is no outage: what is asked for is not there yet, and when to ask again is said."""
    sign_in(cast.players[0]).post("/api/v1/me/copies/", **keyed())
    adopt_fees(cast)
    invoice = invoiced(cast)
    program = with_token(cast.players[0], "full")
    for client, address in (
        (program, f"/me/data/copies/{DataCopy.objects.get().pk}.zip"),
        (with_token(cast.director), f"/invoices/{invoice.number}/invoice.pdf"),
    ):
        early = client.get(address)
        assert (early.status_code, early.json()["code"]) == (409, "file-not-made-yet"), address
        assert (early["Retry-After"], early.json()["facts"]) == ("5", {"wait": 5})
    run_waiting()
    assert program.get(f"/me/data/copies/{DataCopy.objects.get().pk}.zip").status_code == 200


def test_a_refusal_is_told_to_a_program_as_it_is(cast: Cast, copy: str) -> None:
    """What a page shows in words of its own keeps its code, its rule and its remedy."""
    DataCopy.objects.update(last_day=MARCH.date())
    for who, address, told in (
        (cast.registrar, "/registrar/degrees/papers.pdf", (422, "nothing-chosen")),
        (cast.registrar, "/registrar/degrees/papers.pdf?serial=C-9", (409, "not-printed-yet")),
        (cast.outsider, "/registrar/degrees/papers.pdf", (403, "not-allowed")),
        (cast.outsider, "/imports/1/documents/1/", (403, "not-allowed")),
        (cast.players[0], copy, (409, "no-copy")),
    ):
        answer = with_token(who, "full").get(address)
        assert (answer.status_code, answer.json()["code"]) == told, address
        assert answer.json()["remedy"]


def test_an_account_without_a_record_is_told_what_it_lacks(cast: Cast, copy: str) -> None:
    nobody = account("nobody@example.org")
    _row, secret = make_token(by=nobody, name="Scripts", scope="full")
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).get(copy)
    assert (answer.status_code, answer.json()["code"]) == (403, "no-person")


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_program_fills_in_the_template_of_an_import(cast: Cast, ending: str) -> None:
    address = f"/imports/templates/people.{ending}"
    file = with_token(cast.registrar).get(address)
    assert (file.status_code, "filename" in file["Content-Disposition"]) == (200, True)
    none = with_token(cast.registrar).get(f"/imports/templates/zzz.{ending}")
    assert (none.status_code, none.json()["code"]) == (404, "not-found")
