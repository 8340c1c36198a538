"""Passkeys as a second factor: added, named, removed and told of, with a device that is a program."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.passkeys import MOST, PASSKEY_MAIL_JOB, remove_passkey
from sanctioning.accounts.services.tokens import make_token
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Office
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, Cast
from tests.sanctioning.accounts.passkeys import (
    AGAIN,
    INDEX,
    NEW,
    ORIGIN,
    add,
    device,
    page_to_add,
    question_on,
    show,
)
from tests.sanctioning.accounts.second_factor import (
    PASSWORD,
    SET_UP,
    forget_used_codes,
    opens,
    set_up,
    sign_in,
)
from tests.sanctioning.accounts.second_factor import show as show_code
from tests.support.authenticator import code_of

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def _asked_for(settings: Settings) -> Iterator[None]:
    settings.SECOND_FACTOR_REQUIRED = True
    settings.SITE_ADDRESS = ORIGIN
    cache.clear()
    yield
    cache.clear()


def passkeys() -> list[str]:
    rows = Authenticator.objects.filter(type="webauthn").order_by("pk")
    return [row.data["name"] for row in rows]


def number_of(name: str) -> int:
    return int(Authenticator.objects.get(type="webauthn", data__name=name).pk)


def remove(client: Client, name: str) -> str:
    """Press the button, and say that it is meant; gives the page that follows."""
    path = f"{INDEX}passkeys/{number_of(name)}/remove/"
    asked = client.post(path).content.decode()
    if f"Remove the passkey {name}?" not in asked:
        return asked
    return client.post(path, {"sure": "yes"}, follow=True).content.decode()


class TestAdding:
    def test_who_owes_one_may_add_a_passkey_instead_of_the_app_and_goes_on_from_there(
        self, cast: Cast
    ) -> None:
        client = sign_in(cast.registrar)
        led = client.get("/registrar/")["Location"]
        assert led.startswith(SET_UP)
        page = client.get(led, follow=True).content.decode()
        assert f'href="{NEW}?next=%2Fregistrar%2F"' in page
        path = f"{NEW}?next=/registrar/"
        typed = {"name": "My phone", "credential": device().makes(question_on(page_to_add(client, path)))}
        codes = client.post(path, typed, follow=True)
        assert "Keep them on paper" in codes.content.decode()
        assert 'href="/registrar/"' in codes.content.decode()
        assert client.get("/registrar/").status_code == 200
        assert client.get("/api/v1/messages/").status_code == 200

    def test_each_is_listed_with_when_it_was_added_and_used(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        phone = add(client, "My phone")
        add(client, "The key in the drawer")
        page = client.get(INDEX).content.decode()
        assert page.index("My phone") < page.index("The key in the drawer")
        assert page.count("not used yet") == 2
        again = sign_in(cast.players[0])
        show(again, phone)
        page = again.get(INDEX).content.decode()
        assert (page.count("not used yet"), page.count("last used")) == (1, 1)

    def test_recovery_codes_come_with_the_first_second_factor_and_not_again(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        add(client)
        codes = Authenticator.objects.get(type="recovery_codes").pk
        add(client, "Another")
        set_up_later = client.get(SET_UP)
        assert set_up_later.status_code == 200
        assert Authenticator.objects.get(type="recovery_codes").pk == codes

    def test_the_owner_is_told_and_the_trail_has_it(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        add(client)
        [message] = Message.objects.filter(kind="passkey-added")
        assert (message.to, message.subject) == (
            cast.players[0],
            "A passkey was added to your account: My phone",
        )
        entry = AuditEntry.objects.get(action="add passkey")
        assert (entry.by, entry.thing_id, entry.after) == (
            cast.players[0],
            str(cast.players[0].pk),
            {"name": "My phone"},
        )

    def test_the_owner_of_an_account_without_a_person_gets_a_mail(self, cast: Cast) -> None:
        account = Account.objects.create_superuser("root@example.org", PASSWORD)
        client = Client()
        client.post("/login/", {"login": account.email, "password": PASSWORD})
        add(client, "Laptop")
        add(client, "Key")
        remove(client, "Laptop")
        mail.outbox.clear()
        assert run_waiting(PASSKEY_MAIL_JOB) == 3
        assert sorted(sent.subject for sent in mail.outbox) == [
            "A passkey was added to your account: Key",
            "A passkey was added to your account: Laptop",
            "A passkey was removed from your account: Laptop",
        ]
        assert {tuple(sent.to) for sent in mail.outbox} == {("root@example.org",)}
        assert AuditEntry.objects.filter(thing_type="sanctioning.Account").count() == 3
        assert client.get("/admin/").status_code == 200

    def test_a_form_sent_twice_adds_one(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        page = page_to_add(client)
        sent = {"name": "My phone", "credential": device().makes(question_on(page)), "form_key": "one key"}
        first, second = client.post(NEW, sent), client.post(NEW, sent)
        assert first["Location"] == second["Location"]
        assert passkeys() == ["My phone"]
        assert Message.objects.filter(kind="passkey-added").count() == 1

    def test_the_same_is_not_added_twice_and_there_are_not_too_many(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        phone = add(client)
        question = question_on(page_to_add(client))
        assert [known["type"] for known in question["excludeCredentials"]] == ["public-key"]
        typed = {"name": "Again", "credential": phone.makes(question)}
        assert "belongs to this account already" in client.post(NEW, typed).content.decode()
        for number in range(1, MOST):
            add(client, f"Key {number}")
        one_more = client.post(
            NEW, {"name": "x", "credential": device().makes(question_on(page_to_add(client)))}
        )
        assert "has 20 passkeys" in one_more.content.decode()
        assert len(passkeys()) == MOST

    def test_a_name_is_asked_for_before_anything_else(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        page_to_add(client)
        page = client.post(NEW, {"name": " ", "credential": ""})
        assert (page.status_code, "Name the device or key" in page.content.decode()) == (422, True)
        assert "needs JavaScript" not in page.content.decode()
        unseen = client.post(NEW, {"name": "\u202eenohp", "credential": "{}"})
        assert unseen.status_code == 422
        assert "needs JavaScript" in client.post(NEW, {"name": "x", "credential": ""}).content.decode()

    def test_the_password_is_asked_for_where_it_was_not_typed_just_now(self, cast: Cast) -> None:
        account = cast.players[0].account
        assert account is not None
        client = Client()
        client.force_login(account)
        assert client.get(NEW)["Location"].startswith("/account/again/")
        assert client.post(NEW, {"name": "x"})["Location"].startswith("/account/again/")

    def test_it_says_where_passkeys_work_at_all(self, cast: Cast, settings: Settings) -> None:
        client = sign_in(cast.players[0])
        for address in ("http://192.168.1.20:8000", "http://127.0.0.1:8000", "http://saas.example"):
            settings.SITE_ADDRESS = address
            page = client.get(NEW).content.decode()
            assert "Passkeys do not work at this address" in page
            assert address in page
            assert "data-question" not in page
        settings.SITE_ADDRESS = "http://localhost:8000"
        assert question_on(client.get(NEW).content.decode())["rp"]["id"] == "localhost"

    def test_the_host_of_the_question_is_that_of_the_site_and_not_of_the_request(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        page_to_add(client)
        page = client.get(NEW, headers={"host": "proxy.internal:8443"}).content.decode()
        assert question_on(page)["rp"]["id"] == "whoopie.example"


class TestSigningIn:
    def test_a_passkey_opens_after_the_password(self, cast: Cast) -> None:
        phone = add(sign_in(cast.registrar))
        client = sign_in(cast.registrar)
        assert not opens(client)
        page = client.get("/login/code/").content.decode()
        assert "Use a passkey" in page
        assert "Or a recovery code" in page
        assert "One of your recovery codes." in page
        show(client, phone)
        assert opens(client)
        assert client.get("/api/v1/messages/").status_code == 200

    def test_who_has_both_may_choose(self, cast: Cast) -> None:
        client = sign_in(cast.registrar)
        secret, phone = set_up(client), add(client)
        forget_used_codes()
        by_code, by_passkey = sign_in(cast.registrar), sign_in(cast.registrar)
        assert "Or a code from your app" in by_code.get("/login/code/").content.decode()
        show_code(by_code, code_of(secret))
        show(by_passkey, phone)
        assert opens(by_code)
        assert opens(by_passkey)

    def test_a_recovery_code_stands_in_for_a_passkey(self, cast: Cast) -> None:
        client = sign_in(cast.registrar)
        add(client)
        row = Authenticator.objects.get(type="recovery_codes")
        codes = row.wrap().get_unused_codes()
        other = sign_in(cast.registrar)
        show_code(other, codes[0])
        assert opens(other)

    def test_it_counts_for_tokens_too(self, cast: Cast) -> None:
        account = cast.registrar.account
        assert account is not None
        client = Client(headers={"authorization": f"Bearer {make_token(by=account, name='Mine')[1]}"})
        refused = client.get("/api/v1/messages/").json()
        assert refused["code"] == "second-factor-missing"
        assert "or a passkey" in refused["remedy"]
        add(sign_in(cast.registrar))
        assert client.get("/api/v1/messages/").status_code == 200

    def test_who_signed_in_with_the_password_alone_shows_it_first(self, cast: Cast) -> None:
        person = cast.players[0]
        earlier, other = sign_in(person), sign_in(person)
        phone = add(earlier)
        appoint(by=cast.managing, person=person, office=Office.REGISTRAR, first_day=FIRST_DAY)
        assert opens(earlier)
        assert other.get("/me/")["Location"].startswith(AGAIN)
        refused = other.get("/api/v1/messages/").json()
        assert (refused["code"], "with a passkey" in refused["remedy"]) == ("second-factor-not-shown", True)
        show(other, phone, f"{AGAIN}?next=/me/")
        assert opens(other)

    def test_what_is_shown_again_is_refused_in_words_and_keeps_the_code(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        secret, phone = set_up(client), add(client)
        page = show(client, device(), AGAIN)
        assert "does not belong to this account" in page
        assert 'name="code"' in page
        show(client, phone, AGAIN)
        assert "This code is wrong" in client.post(AGAIN, {"code": "000000"}, follow=True).content.decode()
        forget_used_codes()
        assert client.post(AGAIN, {"code": code_of(secret)}).status_code == 302


class TestRemoving:
    def test_it_is_asked_once_told_and_kept_on_the_trail(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        phone = add(client)
        add(client, "Key")
        path = f"{INDEX}passkeys/{number_of('My phone')}/remove/"
        assert "This cannot be undone." in client.post(path).content.decode()
        assert passkeys() == ["My phone", "Key"]
        assert "The passkey is removed." in client.post(path, {"sure": "yes"}, follow=True).content.decode()
        assert passkeys() == ["Key"]
        [message] = Message.objects.filter(kind="passkey-removed")
        assert message.subject == "A passkey was removed from your account: My phone"
        assert AuditEntry.objects.get(action="remove passkey").before == {"name": "My phone"}
        other = sign_in(cast.players[0])
        assert "or it was removed" in show(other, phone)
        assert "_auth_user_id" not in other.session

    def test_with_the_last_one_the_recovery_codes_go(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        add(client)
        remove(client, "My phone")
        assert not Authenticator.objects.exists()
        assert opens(sign_in(cast.players[0]))

    def test_the_last_of_somebody_who_owes_one_stays(self, cast: Cast) -> None:
        client = sign_in(cast.registrar)
        add(client)
        page = remove(client, "My phone")
        assert "this passkey is the only one you have" in page
        assert "Add another passkey or an authenticator app first" in page
        add(client, "Key")
        remove(client, "My phone")
        assert passkeys() == ["Key"]
        assert opens(client)

    def test_the_app_goes_where_a_passkey_stays_and_the_passkey_where_the_app_does(self, cast: Cast) -> None:
        client = sign_in(cast.registrar)
        set_up(client)
        off = f"{SET_UP}off/"
        assert "the app is the only one you have" in client.post(off).content.decode()
        add(client)
        assert "you sign in with the password and a passkey" in client.get(off).content.decode()
        client.post(off)
        assert not Authenticator.objects.filter(type="totp").exists()
        assert Authenticator.objects.filter(type="recovery_codes").exists()
        set_up_page = client.get(SET_UP)
        assert set_up_page.status_code == 200

    def test_it_ends_the_sessions_that_were_opened_with_it(self, cast: Cast) -> None:
        client = sign_in(cast.registrar)
        phone = add(client, "Phone")
        add(client, "Key")
        thief = sign_in(cast.registrar)
        show(thief, phone)
        assert opens(thief)
        remove(client, "Phone")
        assert not opens(thief)
        assert opens(client)

    def test_nobody_touches_another_s(self, cast: Cast) -> None:
        add(sign_in(cast.players[0]))
        number, other = number_of("My phone"), sign_in(cast.players[1])
        assert other.get(f"{INDEX}passkeys/{number}/").status_code == 404
        assert other.post(f"{INDEX}passkeys/{number}/", {"name": "Mine"}).status_code == 404
        assert other.post(f"{INDEX}passkeys/{number}/remove/", {"sure": "yes"}).status_code == 404
        account = cast.players[1].account
        assert account is not None
        with pytest.raises(Refusal, match="no such passkey"):
            remove_passkey(by=account, number=number)
        assert passkeys() == ["My phone"]

    def test_it_is_renamed(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        phone = add(client)
        path = f"{INDEX}passkeys/{number_of('My phone')}/"
        assert client.post(path, {"name": ""}).status_code == 422
        assert "The passkey is renamed." in client.post(path, {"name": "Old"}, follow=True).content.decode()
        entry = AuditEntry.objects.get(action="rename passkey")
        assert (entry.before, entry.after) == ({"name": "My phone"}, {"name": "Old"})
        other = sign_in(cast.players[0])
        show(other, phone)
        assert opens(other)

    def test_the_password_is_asked_for_again_after_a_while(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        phone = add(client)
        later = sign_in(cast.players[0])
        show(later, phone)
        session = later.session
        for record in session["account_authentication_methods"]:
            record["at"] -= 3600
        session.save()
        path = f"{INDEX}passkeys/{number_of('My phone')}/"
        assert later.get(path)["Location"].startswith("/account/again/")
        answer = later.post(f"{path}remove/", {"sure": "yes"})
        assert answer["Location"] == f"/account/again/?next={path.replace('/', '%2F')}"
        assert passkeys() == ["My phone"]


class TestChangingUnshown:
    """A session that was opened with the password before there was a second factor changes none."""

    @pytest.mark.parametrize("path", [INDEX, NEW, f"{INDEX}codes/", f"{SET_UP}off/"])
    def test_it_shows_one_first(self, cast: Cast, path: str) -> None:
        old, owner = sign_in(cast.players[0]), sign_in(cast.players[0])
        set_up(owner)
        phone = add(owner)
        led = old.get(path)["Location"]
        assert led == f"{AGAIN}?next={path.replace('/', '%2F')}"
        assert old.post(path, {"name": "Mine"})["Location"].startswith(AGAIN)
        show(old, phone, led)
        assert old.get(path).status_code == 200


class TestReset:
    def test_a_reset_takes_passkeys_away_and_says_so(self, cast: Cast) -> None:
        client = sign_in(cast.executor)
        phone = add(client)
        desk = sign_in(cast.registrar)
        add(desk, "Desk")
        page = desk.get("/second-factor/reset/").content.decode()
        assert "Their app, their passkeys and the codes are taken away" in " ".join(page.split())
        typed = {"number": cast.executor.number, "why": "Phone in the lake; I called her."}
        desk.post("/second-factor/reset/", typed)
        assert passkeys() == ["Desk"]
        assert not opens(client)
        entry = AuditEntry.objects.get(action="reset second factor")
        assert entry.before == {"second factors": ["recovery_codes", "webauthn"], "passkeys": ["My phone"]}
        [message] = Message.objects.filter(kind="second-factor-reset")
        assert "your passkeys" in message.text
        again = sign_in(cast.executor)
        add(again, "New phone")
        other = sign_in(cast.executor)
        assert "or it was removed" in show(other, phone)
        assert not opens(other)

    def test_a_session_opened_with_a_passkey_that_was_reset_counts_no_more(self, cast: Cast) -> None:
        stolen, owner = sign_in(cast.executor), sign_in(cast.executor)
        add(stolen)
        call_command("reset_second_factor", cast.executor.number, "--why", "Lost.", stdout=StringIO())
        add(owner, "New phone")
        assert opens(owner)
        assert not opens(stolen)


def test_pages_ask_as_often_whether_there_is_one_passkey_or_ten(cast: Cast) -> None:
    client = sign_in(cast.players[0])
    phone = add(client, "Phone")
    pages = [INDEX, NEW, "/account/", AGAIN]

    def queries(visitor: Client, path: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert visitor.get(path).status_code == 200
        return len(asked)

    signing_in = sign_in(cast.players[0])
    before = [queries(client, path) for path in pages] + [queries(signing_in, "/login/code/")]
    for number in range(9):
        add(client, f"Key {number}")
    after = [queries(client, path) for path in pages] + [queries(signing_in, "/login/code/")]
    assert after == before
    assert max(after) <= 15
    show(signing_in, phone)
    assert opens(signing_in)
