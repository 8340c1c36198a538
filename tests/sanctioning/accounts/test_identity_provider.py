"""Signing in with an identity provider, against a real one that runs beside the test."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

import httpx
import oidc_provider_mock
import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.provider_sign_in import ProviderSignIn
from sanctioning.accounts.services.provider_sign_ins import JOINED_MAIL_JOB
from sanctioning.doctor.findings import Health, Patient
from sanctioning.doctor.services_it_needs import sign_in_provider
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.people.services.anonymisation import anonymise, ask_to_be_forgotten, confirm_wish
from tests.cast import MARCH, Cast
from tests.sanctioning.accounts.passkeys import ORIGIN, add, show
from tests.sanctioning.accounts.second_factor import PASSWORD, forget_used_codes, set_up
from tests.support.authenticator import code_of

NAME = "Card Federation"
NEW = "new.player@example.org"


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    """Its address; who signs in there is whoever says so, with the claims of `claim`."""
    with oidc_provider_mock.run_server_in_thread() as server:
        yield f"http://localhost:{server.server_port}"


@pytest.fixture(autouse=True)
def _site(provider: str, settings: Settings) -> Iterator[None]:
    settings.SIGN_IN_ISSUER, settings.SIGN_IN_NAME = provider, NAME
    settings.SIGN_IN_CLIENT, settings.SIGN_IN_SECRET = "saas", "a secret"
    cache.clear()
    yield
    cache.clear()


pytestmark = pytest.mark.django_db


def claim(provider: str, subject: str, **claims: object) -> None:
    """What the provider says of somebody."""
    httpx.put(f"{provider}/users/{subject}", json=claims).raise_for_status()


def going(client: Client, onward: str = "") -> str:
    """The page of the provider to which the site leads."""
    answer = client.get("/login/with/", {"next": onward} if onward else {})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def signed_in_there(page: str, subject: str) -> str:
    """Sign in at the provider; gives where it leads back to, as a path of the site."""
    answer = httpx.post(page, data={"sub": subject})
    assert answer.status_code == 302, answer.text
    address = urlsplit(answer.headers["Location"])
    assert address.netloc == "testserver"
    return urlunsplit(("", "", address.path, address.query, ""))


def come_back(client: Client, subject: str, onward: str = "") -> str:
    path = signed_in_there(going(client, onward), subject)
    return client.get(path, follow=True).content.decode()


def opens(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def changed(address: str, **parameters: str) -> str:
    """The address with other parameters."""
    parts = urlsplit(address)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()} | parameters
    return urlunsplit(parts._replace(query=urlencode(query)))


def refusal_in(page: str) -> str:
    [sentence] = re.findall(r'id="refusal"[^>]*>\s*<h2>(.+?)</h2>', page, re.DOTALL)
    return str(sentence)


def test_the_sign_in_page_offers_it_only_where_there_is_one(client: Client, settings: Settings) -> None:
    assert f"Sign in with {NAME}" in client.get("/login/").content.decode()
    settings.SIGN_IN_ISSUER = ""
    assert "Sign in with" not in client.get("/login/").content.decode()
    assert client.get("/login/with/").status_code == 404


def test_it_asks_as_openid_connect_has_it(client: Client, provider: str) -> None:
    asked = parse_qs(urlsplit(going(client)).query)
    assert asked["redirect_uri"] == ["http://testserver/login/with/back/"]
    assert asked["code_challenge_method"] == ["S256"]
    assert {"state", "nonce", "code_challenge"} <= set(asked)
    assert asked["scope"] == ["openid email"]


@pytest.mark.both_databases
def test_the_first_sign_in_makes_an_account_and_the_next_finds_it(client: Client, provider: str) -> None:
    claim(provider, "first", email=NEW, email_verified=True)
    page = come_back(client, "first", onward="/account/")
    assert NEW in page
    assert opens(client)
    account = Account.objects.get(email=NEW)
    assert not account.has_usable_password()
    again = Client()
    claim(provider, "first", email="changed@example.org", email_verified=True)
    come_back(again, "first")
    assert again.get("/account/").context["user"] == account
    assert Account.objects.filter(email__in=[NEW, "changed@example.org"]).count() == 1


def test_an_address_that_the_provider_has_not_confirmed_makes_and_opens_nothing(
    client: Client, provider: str, cast: Cast
) -> None:
    player = cast.players[0].account
    assert player is not None
    unsure: dict[str, dict[str, object]] = {
        "unsure": {"email": NEW, "email_verified": False},
        "untold": {"email": NEW},
        "taken": {"email": player.email, "email_verified": False},
        "in words": {"email": NEW, "email_verified": "true"},
        "without": {},
    }
    for subject, claims in unsure.items():
        claim(provider, subject, **claims)
        page = come_back(client, subject)
        assert refusal_in(page) == f"{NAME} has not confirmed an e-mail address of yours."
        assert not opens(client)
    assert not Account.objects.filter(email=NEW).exists()
    assert not ProviderSignIn.objects.exists()


def test_an_account_that_is_there_is_joined_only_by_who_has_its_password(
    client: Client, provider: str, cast: Cast
) -> None:
    person = cast.players[0]
    account = person.account
    assert account is not None
    claim(provider, "player", email=account.email.upper(), email_verified=True)
    page = come_back(client, "player")
    assert "Sign in with its password once" in page
    assert not opens(client)
    assert not ProviderSignIn.objects.exists()
    joining = "/login/with/join/"
    client.post(f"/login/?next={joining}", {"login": account.email, "password": PASSWORD, "next": joining})
    assert "Link them" in client.get(joining).content.decode()
    assert not ProviderSignIn.objects.exists()
    assert client.post(joining).status_code == 302
    assert ProviderSignIn.objects.get().account == account
    assert Message.objects.get(kind="sign-in-joined").to == person
    again = Client()
    come_back(again, "player")
    assert again.get("/account/").context["user"] == account
    assert client.get(joining)["Location"] == "/account/"


@pytest.mark.both_databases
def test_who_is_signed_in_joins_any_address_and_parts_again(
    client: Client, provider: str, cast: Cast
) -> None:
    account = cast.players[0].account
    assert account is not None
    client.force_login(account)
    claim(provider, "elsewhere", email="at.work@example.org", email_verified=True)
    assert "Link them" in come_back(client, "elsewhere")
    assert "You can now sign in" in client.post("/login/with/join/", follow=True).content.decode()
    assert "linked" in client.get("/account/").content.decode()
    other = Client()
    stranger = Account.objects.create_user("stranger@example.org", PASSWORD)
    other.force_login(stranger)
    come_back(other, "elsewhere")
    refused = other.post("/login/with/join/")
    assert (refused.status_code, refusal_in(refused.content.decode())) == (
        409,
        f"Another account signs in as this person at {NAME}.",
    )
    claim(provider, "third")
    come_back(client, "third")
    second = client.post("/login/with/join/").content.decode()
    assert refusal_in(second) == f"Your account is linked to somebody else at {NAME}."
    client.post("/login/with/leave/")
    assert not ProviderSignIn.objects.exists()


@pytest.mark.both_databases
def test_who_has_no_record_is_told_by_mail(client: Client, provider: str) -> None:
    account = Account.objects.create_user("stranger@example.org", PASSWORD)
    client.force_login(account)
    claim(provider, "stranger")
    come_back(client, "stranger")
    client.post("/login/with/join/")
    assert run_waiting(JOINED_MAIL_JOB) == 1
    assert mail.outbox[-1].to == [account.email]
    assert NAME in mail.outbox[-1].subject


def test_without_a_password_nobody_parts_with_their_only_way_in(client: Client, provider: str) -> None:
    claim(provider, "only", email=NEW, email_verified=True)
    come_back(client, "only")
    refused = client.post("/login/with/leave/")
    assert refused.status_code == 409
    assert refusal_in(refused.content.decode()) == f"Without {NAME} you could no longer sign in."
    assert ProviderSignIn.objects.exists()


def test_a_second_factor_is_asked_for_all_the_same(client: Client, provider: str, cast: Cast) -> None:
    person = cast.players[0]
    account = person.account
    assert account is not None
    client.post("/login/", {"login": account.email, "password": PASSWORD})
    secret = set_up(client)
    claim(provider, "careful")
    come_back(client, "careful")
    client.post("/login/with/join/")
    forget_used_codes()
    again = Client()
    assert "The code from your app" in come_back(again, "careful")
    assert not opens(again)
    again.post("/login/code/", {"code": code_of(secret)})
    assert opens(again)


def test_a_passkey_is_asked_for_all_the_same(
    client: Client, provider: str, cast: Cast, settings: Settings
) -> None:
    settings.SITE_ADDRESS = ORIGIN
    claim(provider, "keyed", email=NEW, email_verified=True)
    path = urlsplit(httpx.post(going(client), data={"sub": "keyed"}).headers["Location"])
    client.get(f"{path.path}?{path.query}", follow=True)
    phone = add(client)
    again = Client()
    path = urlsplit(httpx.post(going(again), data={"sub": "keyed"}).headers["Location"])
    assert "Your second factor" in again.get(f"{path.path}?{path.query}", follow=True).content.decode()
    assert not opens(again)
    show(again, phone)
    assert opens(again)


def test_a_locked_account_stays_locked(client: Client, provider: str) -> None:
    claim(provider, "locked", email=NEW, email_verified=True)
    come_back(client, "locked")
    Account.objects.filter(email=NEW).update(is_active=False)
    other = Client()
    assert refusal_in(come_back(other, "locked")) == "This account cannot sign in at present."
    assert not opens(other)


class TestWhatProvesNothing:
    """Each is refused with a sentence, and opens nothing."""

    @pytest.fixture(autouse=True)
    def _known(self, client: Client, provider: str) -> None:
        claim(provider, "known", email=NEW, email_verified=True)

    def refused(self, client: Client, path: str) -> str:
        answer = client.get(path)
        assert answer.status_code in (403, 503), answer.status_code
        assert not opens(client)
        assert not ProviderSignIn.objects.exists()
        return refusal_in(answer.content.decode())

    def test_another_issuer_than_the_settings_name(
        self, client: Client, provider: str, settings: Settings
    ) -> None:
        settings.SIGN_IN_ISSUER = f"{provider}/"
        assert self.refused(client, "/login/with/") == f"What {NAME} sent does not prove who you are."

    def test_an_answer_to_another_question(self, client: Client) -> None:
        """Its nonce is not the one that this browser sent."""
        path = signed_in_there(changed(going(client), nonce="of-somebody-else"), "known")
        assert self.refused(client, path) == f"What {NAME} sent does not prove who you are."

    def test_a_token_for_another_client(self, client: Client) -> None:
        path = signed_in_there(changed(going(client), client_id="another-site"), "known")
        assert "is over" in self.refused(client, path)

    def test_a_code_that_was_used(self, client: Client) -> None:
        path = signed_in_there(going(client), "known")
        assert client.get(path).status_code == 302
        client.logout()
        ProviderSignIn.objects.all().delete()
        over = f"This sign-in with {NAME} is over. Each works once, in the browser it began in."
        assert self.refused(client, path) == over
        old_code = parse_qs(urlsplit(path).query)["code"][0]
        fresh = signed_in_there(going(client), "known")
        assert self.refused(client, changed(fresh, code=old_code)) == over

    def test_an_answer_in_another_browser(self, client: Client) -> None:
        path = signed_in_there(going(client), "known")
        assert "is over" in self.refused(Client(), path)

    def test_a_provider_that_declines(self, client: Client) -> None:
        path = signed_in_there(going(client), "known")
        state = parse_qs(urlsplit(path).query)["state"][0]
        declined = f"/login/with/back/?error=access_denied&state={state}"
        assert self.refused(client, declined) == f"{NAME} did not sign you in."

    def test_a_provider_that_is_down(self, client: Client, settings: Settings) -> None:
        settings.SIGN_IN_ISSUER = "http://localhost:9"
        assert self.refused(client, "/login/with/") == f"{NAME} does not answer at the moment."

    def test_the_doctor_looks_whether_it_answers(self, settings: Settings) -> None:
        assert sign_in_provider(Patient()).health == Health.WELL
        settings.SIGN_IN_ISSUER += "/"
        assert "another address" in str(sign_in_provider(Patient()).what)
        settings.SIGN_IN_ISSUER = "http://localhost:9"
        assert "does not answer" in str(sign_in_provider(Patient()).what)
        settings.SIGN_IN_ISSUER = ""
        assert sign_in_provider(Patient()).health == Health.WELL

    def test_too_many_tries(self, client: Client) -> None:
        for _ in range(30):
            client.get("/login/with/")
        assert client.get("/login/with/").status_code == 429


def test_who_is_forgotten_signs_in_nowhere(client: Client, provider: str, cast: Cast) -> None:
    person = cast.players[0]
    assert person.account is not None
    client.force_login(person.account)
    claim(provider, "forgotten")
    come_back(client, "forgotten")
    client.post("/login/with/join/")
    ask_to_be_forgotten(by=person, at=MARCH)
    wish = confirm_wish(by=person, number=person.number, at=MARCH)
    assert anonymise(wish_id=wish.pk, at=MARCH + dt.timedelta(days=14))
    assert not ProviderSignIn.objects.exists()
