"""A form or a call that is sent twice with one key is done once, and the second is answered as the first."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from sanctioning.accounts.models.account import Account
from sanctioning.fees.models import Invoice, Payment
from sanctioning.kit.sent_once.keys import FIELD
from sanctioning.kit.sent_once.models import SentKey
from sanctioning.kit.sent_once.services import KEPT_FOR, forget_old_keys
from tests.cast import Cast, account
from tests.support.fees import adopt_fees, invoiced

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture
def invoice(cast: Cast) -> Invoice:
    adopt_fees(cast)
    return invoiced(cast)


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person if isinstance(person, Account) else person.account)
    return client


def pays(client: Client, invoice: Invoice, key: str, amount: str = "5.00") -> Any:
    """A program books a part payment."""
    return client.post(
        reverse("api-invoice-act", kwargs={"number": invoice.number, "act": "pay"}),
        {"amount": amount},
        "application/json",
        headers={"Idempotency-Key": key},
    )


def clicks(client: Client, invoice: Invoice, key: str, amount: str = "5.00", **more: str) -> Any:
    """Somebody books it by the form."""
    page = reverse("invoice-act", kwargs={"number": invoice.number, "act": "pay"})
    return client.post(page, {"amount": amount, "received_on": "", "text": "", FIELD: key, **more})


def test_a_call_sent_twice_is_done_once_and_answered_alike(cast: Cast, invoice: Invoice) -> None:
    client = signed_in(cast.registrar)
    first, second = pays(client, invoice, "once"), pays(client, invoice, "once")
    assert (first.status_code, first.json()["open"]) == (200, "15.00")
    assert (second.status_code, second.content) == (200, first.content)
    assert second.headers["Content-Type"] == first.headers["Content-Type"]
    assert Payment.objects.count() == 1
    assert pays(client, invoice, "another").json()["open"] == "10.00"


def test_a_double_click_is_one_payment_and_ends_on_the_same_page(cast: Cast, invoice: Invoice) -> None:
    client = signed_in(cast.registrar)
    first = clicks(client, invoice, "click")
    assert b"The payment is booked." in client.get(first.headers["Location"]).content
    second = clicks(client, invoice, "click")
    assert (second.status_code, second.headers["Location"]) == (302, first.headers["Location"])
    assert b"The payment is booked." in client.get(second.headers["Location"]).content
    assert Payment.objects.count() == 1


def test_something_else_under_the_same_key_is_refused(cast: Cast, invoice: Invoice) -> None:
    client = signed_in(cast.registrar)
    pays(client, invoice, "k")
    refused = pays(client, invoice, "k", amount="6.00")
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency-key-reused")
    clicks(client, invoice, "form")
    changed = clicks(client, invoice, "form", amount="7.00")
    assert changed.status_code == 409
    assert b'name="amount" value="7.00"' in changed.content, "what was typed is kept, to be sent as new"
    assert b'value="form"' not in changed.content, "with a new key"
    assert Payment.objects.count() == 2


def test_long_keys_that_begin_alike_are_two(cast: Cast, invoice: Invoice) -> None:
    client, prefix = signed_in(cast.registrar), "the-ledger-of-the-federation/" * 4
    left = [pays(client, invoice, f"{prefix}{number}").json()["open"] for number in (1, 2, 2)]
    assert left == ["15.00", "10.00", "10.00"]
    assert Payment.objects.count() == 2


def test_what_was_refused_may_be_corrected_under_its_key(cast: Cast, invoice: Invoice) -> None:
    client = signed_in(cast.registrar)
    assert pays(client, invoice, "k", amount="-1.00").status_code == 422
    assert pays(client, invoice, "k").status_code == 200
    assert clicks(client, invoice, "f", amount="nothing").status_code == 422
    assert clicks(client, invoice, "f").status_code == 302
    assert Payment.objects.count() == 2


def test_what_was_only_looked_at_leaves_its_key_free(cast: Cast, invoice: Invoice) -> None:
    client, page = signed_in(cast.registrar), reverse("bank")
    lines = "date,amount,payer,reference\n2025-03-09,4.00,Arden,fee\n"
    looked = client.post(page, {"text": lines, "act": "look", FIELD: "k"})
    changed = client.post(page, {"text": lines.replace("fee", "the fee"), "act": "look", FIELD: "k"})
    assert (looked.status_code, changed.status_code, SentKey.objects.count()) == (200, 200, 0)


def test_what_fails_leaves_nothing_behind(
    cast: Cast, invoice: Invoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of the answer fails after the money was booked: neither payment nor key stays."""
    client = signed_in(cast.registrar)
    client.raise_request_exception = False
    monkeypatch.setattr("sanctioning.fees.api.as_data", None)
    monkeypatch.setattr("sanctioning.fees.views.fees.redirect", None)
    assert (pays(client, invoice, "k").status_code, clicks(client, invoice, "f").status_code) == (500, 500)
    assert (Payment.objects.count(), SentKey.objects.count()) == (0, 0)
    monkeypatch.undo()
    assert (pays(client, invoice, "k").status_code, clicks(client, invoice, "f").status_code) == (200, 302)


def test_a_key_is_of_whoever_sent_it(cast: Cast, invoice: Invoice) -> None:
    pays(signed_in(cast.registrar), invoice, "k")
    assert pays(signed_in(cast.managing), invoice, "k").json()["open"] == "10.00"
    assert Payment.objects.count() == 2


def test_who_reads_the_table_reads_neither_key_nor_answer(cast: Cast) -> None:
    asks = {"path": reverse("api-tokens"), "data": {"name": "Scripts"}, "content_type": "application/json"}
    client = signed_in(account("programmer@example.org"))
    first = client.post(**asks, headers={"Idempotency-Key": "my key"})  # type: ignore[arg-type]
    again = client.post(**asks, headers={"Idempotency-Key": "my key"})  # type: ignore[arg-type]
    assert first.status_code == 201
    assert again.json() == first.json()
    [row] = SentKey.objects.values()
    stored = json.dumps(row, default=str)
    assert first.json()["token"] not in stored
    assert "my key" not in stored


def test_old_keys_go(cast: Cast, invoice: Invoice) -> None:
    pays(signed_in(cast.registrar), invoice, "k")
    [row] = SentKey.objects.all()
    assert forget_old_keys(at=row.at + KEPT_FOR) == 0
    assert forget_old_keys(at=row.at + KEPT_FOR + dt.timedelta(seconds=1)) == 1


def test_each_form_of_a_page_has_a_key_of_its_own(cast: Cast, invoice: Invoice) -> None:
    page = signed_in(cast.registrar).get(reverse("invoice", kwargs={"number": invoice.number}))
    keys = [part.partition('"')[0] for part in page.content.decode().split(f'name="{FIELD}" value="')[1:]]
    assert len(keys) == len(set(keys)) >= 3
