"""The installation is the authority's own: what it says of itself stands on pages, papers, mails and days."""

from __future__ import annotations

import datetime as dt
import io
from decimal import Decimal
from typing import Any

import pikepdf
import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from PIL import Image

from sanctioning.accounts.adapter import SecondFactorAdapter
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.tokens import TOKEN_MAIL_JOB, make_token
from sanctioning.authority.forms import AuthorityForm
from sanctioning.authority.services import describe_authority
from sanctioning.fees.documents import invoice_pdf
from sanctioning.identity.lookup import language_for
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import authority, authority_of, keep
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.mail_text import mail_of
from sanctioning.kit.money import money
from sanctioning.kit.press.letterhead import InvoiceFacts
from sanctioning.kit.press.press import crest_svg
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import money as money_in_words
from tests.cast import MARCH, Cast

pytestmark = pytest.mark.both_databases

PRAIRIE: dict[str, Any] = {
    "name": "Prairie Card Federation",
    "short_name": "PCF",
    "time_zone": "America/Chicago",
    "currency": "USD",
    "contact_email": "office@prairie.example",
    "imprint": "Prairie Card Federation, Peoria",
    "privacy": "We keep little.",
}
WILD = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)">
<script>alert(2)</script>
<path d="M0 0H10V10Z" fill="#a00"/></svg>"""


@pytest.fixture
def prairie(cast: Cast) -> Installation:
    row = describe_authority(by=cast.managing, at=MARCH, crest=WILD, **PRAIRIE)
    keep(authority_of(row))
    return row


def test_an_authority_without_a_short_name_is_called_by_its_name() -> None:
    assert authority_of(Installation(name="Prairie Card Federation")).short_name == "Prairie Card Federation"
    assert authority_of(Installation()).short_name == "SAAS"


def png() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (1200, 1200), "#a00").save(picture, "PNG")
    return picture.getvalue()


@pytest.mark.parametrize("address", ["/", "/about/", "/imprint/", "/privacy/", "/contact/", "/nowhere/"])
def test_pages_are_the_authoritys(prairie: Installation, client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "Prairie Card Federation" in page
    assert address == "/" or "PCF</title>" in page
    assert prairie.crest_sha256 in page
    assert "SAAS" not in page
    assert "Sanctioning Authority" not in page
    assert "London" not in page


def test_what_was_not_kept_after_all_is_shown_nowhere(prairie: Installation, cast: Cast) -> None:
    with transaction.atomic():
        describe_authority(by=cast.managing, at=MARCH, name="Mountain Card Federation")
        transaction.set_rollback(True)
    assert authority().own_name == "Prairie Card Federation"


def test_days_and_amounts_are_the_authoritys(prairie: Installation) -> None:
    assert day_of(dt.datetime(2025, 7, 2, 3, tzinfo=dt.UTC)) == dt.date(2025, 7, 1)
    assert money(5) == "USD\u00a05.00"
    assert "USD" in money_in_words(5)


def test_mails_and_second_factor_are_the_authoritys(prairie: Installation) -> None:
    mail = mail_of(to="a@b.example", subject="S", text="T", link="https://c.example/")
    assert mail.from_email.startswith("Prairie Card Federation <")
    assert "SAAS" not in str(mail.message())
    assert "Sanctioning Authority" not in str(mail.message())
    assert SecondFactorAdapter().get_totp_issuer() == "PCF"


def test_who_never_chose_a_language_is_written_to_in_the_authoritys_first(cast: Cast) -> None:
    keep(authority_of(Installation(name="Kartenverband e. V.", language="de")))
    account = cast.director.account
    assert account is not None
    member, chose = cast.players[0], cast.director
    account.language = "en-gb"
    account.save()
    assert [language_for(member), language_for(chose)] == ["de", "en-gb"]


def test_the_mail_of_a_token_is_in_the_authoritys_first_language(cast: Cast) -> None:
    keep(authority_of(Installation(name="Kartenverband e. V.", language="de")))
    account = Account.objects.create_user("bot@verband.example")
    make_token(by=account, name="Webseite")
    run_waiting(TOKEN_MAIL_JOB)
    [sent] = mail.outbox
    assert sent.subject.startswith("Für Ihr Konto")
    assert "-- \nKartenverband e. V.\n" in sent.body


@pytest.mark.parametrize("crest", [WILD, png()])
def test_papers_are_the_authoritys(cast: Cast, prairie: Installation, crest: bytes) -> None:
    keep(authority_of(describe_authority(by=cast.managing, at=MARCH, crest=crest)))
    facts = InvoiceFacts(
        label="Invoice 1",
        club="Wetherby",
        place="Peoria",
        text="Sanction",
        amount=Decimal(5),
        issued_on=MARCH.date(),
        due_on=MARCH.date(),
        issued_by="A B",
        schedule="",
    )
    with pikepdf.open(io.BytesIO(invoice_pdf(facts))) as pdf:
        assert str(pdf.docinfo["/Author"]) == "Prairie Card Federation"
    assert "<script" not in crest_svg()
    assert "onload" not in crest_svg()


def test_who_has_a_crest_may_go_back_to_that_of_the_system_and_nobody_else_is_asked(
    prairie: Installation,
) -> None:
    assert "no_crest" in AuthorityForm(authority=authority_of(prairie)).fields
    assert "no_crest" not in AuthorityForm(authority=authority_of(Installation())).fields


def test_a_crest_does_nothing(prairie: Installation, client: Client) -> None:
    answer = client.get(f"/crest/{prairie.crest_sha256}/")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "sandbox" in answer["Content-Security-Policy"]
    assert b"script" not in answer.content
    assert client.get("/crest/00/").status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("time_zone", "Peoria", "time-zone-unknown"),
        ("currency", "XXY", "currency-unknown"),
        ("languages", ["tlh"], "language-not-offered"),
        ("contact_email", "office", "address-wrong"),
        ("name", "N" * 121, "text-too-long"),
        ("crest", b"GIF89a", "crest-unreadable"),
        ("crest", b"\x89PNG" + b"0" * 50, "crest-unreadable"),
        ("crest", b"<svg>" + b" " * 600_000, "crest-unreadable"),
    ],
)
def test_what_cannot_be_is_refused(cast: Cast, field: str, value: Any, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        describe_authority(by=cast.managing, at=MARCH, **{field: value})
    assert refused.value.code == code


def test_the_managing_executor_alone_describes_it(cast: Cast) -> None:
    for person in (cast.outsider, cast.director):
        with pytest.raises(Refusal):
            describe_authority(by=person, at=MARCH, name="M")
    describe_authority(by=cast.managing, at=MARCH, name="N")
    entry = AuditEntry.objects.get(action="describe authority")
    assert entry.after == {"name": "N"}
