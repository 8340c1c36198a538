"""Whoever judges or keeps the records signs in with a password and a code."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.services.lost_passwords import NEW_PASSWORD_JOB
from sanctioning.accounts.services.tokens import TOKEN_MAIL_JOB, make_token
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint, end_term
from tests.cast import FIRST_DAY, Cast
from tests.sanctioning.accounts.second_factor import (
    PASSWORD,
    SET_UP,
    forget_used_codes,
    opens,
    set_up,
    show,
    sign_in,
)
from tests.support.authenticator import code_of
from tests.support.keyed import keyed
from tests.support.play import drawn_table


@pytest.fixture(autouse=True)
def _asked_for(settings: Settings) -> Iterator[None]:
    settings.SECOND_FACTOR_REQUIRED = True
    cache.clear()
    yield
    cache.clear()


@pytest.mark.parametrize("role", ["managing", "registrar", "executor"])
def test_who_has_none_is_led_to_set_it_up_and_may_do_nothing_before(cast: Cast, role: str) -> None:
    client = sign_in(getattr(cast, role))
    for path in ("/me/", "/authority/", "/registrar/", "/", "/admin/"):
        assert client.get(path)["Location"].startswith(SET_UP), path
    assert client.post("/registrar/", {"codes": "x"})["Location"].startswith(SET_UP)
    answer = client.get("/api/v1/messages/")
    assert (answer.status_code, answer.json()["code"]) == (403, "second-factor-missing")
    assert "authenticator app" in answer.json()["remedy"]
    set_up(client)
    assert opens(client)
    assert client.get("/api/v1/messages/").status_code == 200


def test_associates_and_the_college_owe_it_too_and_only_while_they_hold_the_office(cast: Cast) -> None:
    for office, person in ((Office.ASSOCIATE_EXECUTOR, cast.players[0]), (Office.COLLEGE, cast.players[1])):
        term = appoint(by=cast.managing, person=person, office=office, first_day=FIRST_DAY)
        client = sign_in(person)
        assert not opens(client)
        end_term(by=cast.managing, appointment=term, last_day=FIRST_DAY, why="Over.")
        assert opens(client)


def test_who_may_enter_the_administration_pages_owes_it_without_any_office(cast: Cast) -> None:
    """They reach everything, and were entered with a password alone."""
    account = Account.objects.create_superuser("root@example.org", PASSWORD)
    client = Client()
    client.post("/login/", {"login": account.email, "password": PASSWORD})
    for path in ("/admin/", "/admin/sanctioning/person/", "/me/"):
        assert client.get(path)["Location"].startswith(SET_UP), path
    refused = bearer(make_token(by=account, name="Mine")[1]).get("/api/v1/messages/")
    assert (refused.status_code, refused.json()["code"]) == (403, "second-factor-missing")
    set_up(client)
    assert client.get("/admin/").status_code == 200


def test_players_and_directors_are_asked_for_nothing(cast: Cast) -> None:
    assert opens(sign_in(cast.players[0]))
    assert opens(sign_in(cast.director))


def test_a_demo_installation_asks_nobody(cast: Cast) -> None:
    Installation.objects.create(demo=True)
    assert opens(sign_in(cast.registrar))
    page = sign_in(cast.registrar).get("/account/").content.decode()
    assert "This demo does not require it." in page


def test_signing_in_asks_for_the_code_of_the_app(cast: Cast) -> None:
    secret = set_up(sign_in(cast.registrar))
    client = sign_in(cast.registrar)
    assert not opens(client)
    assert "This code is wrong" in show(client, "000000")
    assert "This code is wrong" in show(client, code_of(secret, at=timezone.now().timestamp() - 600))
    forget_used_codes()
    show(client, code_of(secret))
    assert opens(client)


def test_a_code_that_was_used_opens_nothing_again(cast: Cast) -> None:
    secret = set_up(sign_in(cast.registrar))
    forget_used_codes()
    now = code_of(secret)
    first, second = sign_in(cast.registrar), sign_in(cast.registrar)
    show(first, now)
    assert opens(first)
    assert "This code is wrong" in show(second, now)


def test_guessing_codes_is_stopped(cast: Cast) -> None:
    secret = set_up(sign_in(cast.registrar))
    forget_used_codes()
    client = sign_in(cast.registrar)
    for _ in range(5):
        show(client, "000000")
    assert "Too many attempts" in show(client, code_of(secret))
    assert not opens(client)


def test_a_recovery_code_opens_once(cast: Cast) -> None:
    client = sign_in(cast.registrar)
    set_up(client)
    page = client.get("/account/second-factor/codes/").content.decode()
    codes = re.findall(r'<li class="code">([^<]+)</li>', page)
    assert len(codes) == 10
    first, second = sign_in(cast.registrar), sign_in(cast.registrar)
    show(first, codes[0])
    assert opens(first)
    assert "This code is wrong" in show(second, codes[0])
    show(second, codes[1])
    assert opens(second)


def test_secrets_are_kept_encrypted(cast: Cast) -> None:
    secret = set_up(sign_in(cast.registrar))
    stored = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert stored.count("gAAAA") == 2


def test_who_signed_in_before_with_the_password_alone_shows_a_code_first(cast: Cast) -> None:
    person = cast.players[0]
    earlier, other = sign_in(person), sign_in(person)
    secret = set_up(earlier)
    assert opens(other)
    appoint(by=cast.managing, person=person, office=Office.REGISTRAR, first_day=FIRST_DAY)
    assert opens(earlier)
    assert other.get("/me/")["Location"].startswith("/account/second-factor/again/")
    assert other.get("/api/v1/messages/").json()["code"] == "second-factor-not-shown"
    forget_used_codes()
    other.post("/account/second-factor/again/?next=/me/", {"code": code_of(secret), "next": "/me/"})
    assert opens(other)


def test_an_office_keeps_it_switched_on(cast: Cast) -> None:
    client = sign_in(cast.registrar)
    set_up(client)
    page = client.post(f"{SET_UP}off/").content.decode()
    assert "Your office requires a second factor" in page
    assert Authenticator.objects.filter(type="totp").exists()


@pytest.mark.both_databases
def test_a_player_may_switch_it_off(cast: Cast) -> None:
    client = sign_in(cast.players[0])
    set_up(client)
    client.post(f"{SET_UP}off/")
    assert not Authenticator.objects.exists()


class TestLostDevice:
    def ask(self, client: Client, person: Person, why: str = "Phone in the lake; I called her.") -> str:
        typed = {"number": person.number, "why": why}
        return client.post("/second-factor/reset/", typed, follow=True).content.decode()

    def test_the_registrar_resets_it_with_a_reason(self, cast: Cast) -> None:
        set_up(sign_in(cast.executor))
        desk = sign_in(cast.registrar)
        set_up(desk)
        assert "Say what was lost" in self.ask(desk, cast.executor, why="")
        assert "will set up a new second factor" in self.ask(desk, cast.executor)
        assert not Authenticator.objects.filter(user=cast.executor.account).exists()
        entry = AuditEntry.objects.get(action="reset second factor")
        assert (entry.by, entry.why) == (cast.registrar, "Phone in the lake; I called her.")
        assert Message.objects.filter(kind="second-factor-reset", to=cast.executor).count() == 1
        client = sign_in(cast.executor)
        assert client.get("/me/")["Location"].startswith(SET_UP)

    def test_it_goes_from_the_account_of_a_merged_record_too(self, cast: Cast) -> None:
        """They sign in with the account of one record; the number is that of the other."""
        ash = cast.players[0]
        set_up(sign_in(ash))
        kept = register_person(by=cast.registrar, given_names="A", family_name="Ash")
        merge_people(by=cast.registrar, kept=kept, merged=ash, reason="One person.")
        call_command("reset_second_factor", kept.number, "--why", "Lost.", stdout=StringIO())
        assert not Authenticator.objects.filter(user=ash.account).exists()

    @pytest.mark.both_databases
    def test_a_session_that_was_open_is_led_to_set_up_a_new_one(self, cast: Cast) -> None:
        client = sign_in(cast.executor)
        set_up(client)
        call_command("reset_second_factor", cast.executor.number, "--why", "Lost.", stdout=StringIO())
        assert not opens(client)

    def test_a_code_of_the_app_that_was_reset_counts_no_more(self, cast: Cast) -> None:
        stolen, owner = sign_in(cast.executor), sign_in(cast.executor)
        set_up(stolen)
        long_ago = timezone.now().timestamp() - 3600
        session = stolen.session
        session["second_factor_first_code_at"] = long_ago
        session["account_authentication_methods"] = [{"method": "mfa", "at": long_ago}]
        session.save()
        call_command("reset_second_factor", cast.executor.number, "--why", "Lost.", stdout=StringIO())
        set_up(owner)
        assert opens(owner)
        assert not opens(stolen)

    def test_nobody_resets_his_own_and_no_player_anybody_s(self, cast: Cast) -> None:
        desk = sign_in(cast.registrar)
        set_up(desk)
        assert "nobody for their own account" in self.ask(desk, cast.registrar)
        player = sign_in(cast.players[0])
        typed = {"number": cast.registrar.number, "why": "Mine now."}
        assert player.post("/second-factor/reset/", typed).status_code == 403
        assert player.post("/api/v1/second-factor/reset/", typed).status_code == 403
        assert Authenticator.objects.filter(user=cast.registrar.account).exists()

    def test_by_program_and_by_command(self, cast: Cast) -> None:
        set_up(sign_in(cast.executor))
        desk = sign_in(cast.managing)
        set_up(desk)
        typed = {"number": cast.executor.number, "why": "Lost."}
        assert desk.post("/api/v1/second-factor/reset/", typed).status_code == 204
        assert desk.post("/api/v1/second-factor/reset/", typed).json()["code"] == "no-second-factor"
        with pytest.raises(CommandError, match="Nobody has the number"):
            call_command("reset_second_factor", "W-99999-2", "--why", "Lost.")


def bearer(token: str) -> Client:
    return Client(headers={"authorization": f"Bearer {token}"})


class TestTokens:
    def make(self, person: Person, scope: str = ApiToken.Scope.FULL, days: int = 90) -> str:
        assert person.account is not None
        lasts = dt.timedelta(days=days)
        return make_token(by=person.account, name="club website", scope=scope, lasts=lasts)[1]

    def test_it_is_shown_once_and_acts_for_its_owner(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        page = client.post("/tokens/", {"name": "club website", "scope": "full", "days": 30}).content.decode()
        [token] = re.findall(r"(saas_[\w-]{43})", page)
        assert token not in client.get("/tokens/").content.decode()
        assert bearer(token).get("/api/v1/messages/").json()["found"] == 1
        private = bearer(token).get(f"/api/v1/players/{cast.players[0].number}/").json()["private"]
        assert private["email"] == "ash@example.org"

    def test_only_its_hash_is_kept(self, cast: Cast) -> None:
        token = self.make(cast.players[0])
        [row] = cast.players[0].account.api_tokens.values()  # type: ignore[union-attr]
        assert token not in json.dumps(row, default=str)

    @pytest.mark.both_databases
    def test_revoked_it_opens_nothing(self, cast: Cast) -> None:
        token, client = self.make(cast.players[0]), sign_in(cast.players[0])
        [line] = client.get("/api/v1/tokens/").json()
        assert sign_in(cast.players[1]).post(f"/tokens/{line['id']}/revoke/").status_code == 404
        assert bearer(token).get("/api/v1/messages/").status_code == 200
        assert "Revoke it" in client.get("/tokens/").content.decode()
        client.post(f"/tokens/{line['id']}/revoke/")
        assert "Revoke it" not in client.get("/tokens/").content.decode()
        answer = bearer(token).get("/api/v1/messages/")
        assert (answer.status_code, "is not valid" in answer.json()["sentence"]) == (401, True)

    def test_a_token_makes_no_other(self, cast: Cast) -> None:
        answer = bearer(self.make(cast.players[0])).post("/api/v1/tokens/", {"name": "another"}, **keyed())
        assert (answer.status_code, answer.json()["code"]) == (403, "token-by-token")
        refused = sign_in(cast.players[0]).post("/api/v1/tokens/", {"name": "another"}, **keyed())
        assert refused.status_code == 201
        assert bearer(refused.json()["token"]).get("/api/v1/tokens/").status_code == 200

    def test_that_of_an_office_holder_without_a_second_factor_opens_nothing(self, cast: Cast) -> None:
        token = self.make(cast.registrar)
        answer = bearer(token).get("/api/v1/invoices/")
        assert (answer.status_code, answer.json()["code"]) == (403, "second-factor-missing")
        assert bearer(token).get("/api/v1/calendar/").status_code == 403
        set_up(sign_in(cast.registrar))
        assert bearer(token).get("/api/v1/invoices/").status_code == 200

    def test_its_owner_is_told_when_one_is_made(self, cast: Cast) -> None:
        self.make(cast.players[0])
        [message] = Message.objects.filter(kind="token-made")
        assert message.to == cast.players[0]
        assert message.subject == "A token was made for your account: club website"

    @pytest.mark.both_databases
    def test_the_owner_of_an_account_without_a_person_gets_a_mail(self, cast: Cast) -> None:
        Person.objects.filter(pk=cast.players[0].pk).update(account=None)
        self.make(cast.players[0])
        run_waiting(TOKEN_MAIL_JOB)
        [sent] = mail.outbox
        assert sent.to == [cast.players[0].account.email]  # type: ignore[union-attr]
        assert sent.subject == "A token was made for your account: club website"
        assert "can use your account until" in str(sent.body)

    def test_a_new_password_ends_those_made_before_it(self, cast: Cast) -> None:
        token, client = self.make(cast.players[0]), sign_in(cast.players[0])
        account = cast.players[0].account
        assert account is not None
        account.set_password("another long password")
        account.save()
        assert bearer(token).get("/api/v1/messages/").status_code in (401, 403)
        client.force_login(account)
        [line] = client.get("/api/v1/tokens/").json()
        assert line["ended"] == "password-changed"
        assert bearer(self.make(cast.players[0])).get("/api/v1/messages/").status_code == 200

    def test_a_stronger_hash_of_the_same_password_ends_none(self, cast: Cast) -> None:
        token, account = self.make(cast.players[0]), cast.players[0].account
        assert account is not None
        account.set_password("a long password")
        account.save(update_fields=["password"])
        assert bearer(token).get("/api/v1/messages/").status_code == 200

    def test_it_opens_nothing_after_its_last_day(self, cast: Cast) -> None:
        token = self.make(cast.players[0], days=1)
        begun = timezone.now() - dt.timedelta(days=3)
        ApiToken.objects.update(made_at=begun, expires_at=begun + dt.timedelta(days=1))
        assert bearer(token).get("/api/v1/messages/").status_code in (401, 403)
        assert "expired" in sign_in(cast.players[0]).get("/tokens/").content.decode()

    def test_one_that_reads_only_changes_nothing(self, cast: Cast) -> None:
        reads = bearer(self.make(cast.players[0], ApiToken.Scope.READ))
        assert reads.get("/api/v1/messages/").status_code == 200
        refused = reads.post("/api/v1/messages/1/read/")
        assert (refused.status_code, refused.json()["code"]) == (403, "token-reads-only")

    def test_one_without_an_end_or_for_more_than_a_year_is_refused(self, cast: Cast) -> None:
        for days in (0, 367):
            with pytest.raises(Refusal, match="cannot last"):
                self.make(cast.players[0], days=days)

    def test_that_of_a_closed_account_opens_nothing(self, cast: Cast) -> None:
        token = self.make(cast.players[0])
        type(cast.players[0].account).objects.update(is_active=False)  # type: ignore[union-attr]
        assert bearer(token).get("/api/v1/messages/").status_code == 401

    @pytest.mark.both_databases
    def test_it_is_taken_from_its_networks_alone(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        typed = {"name": "club website", "scope": "read", "days": 30, "networks": "192.0.2.7/24, 2001:db8::1"}
        page = client.post("/tokens/", typed).content.decode()
        [token] = re.findall(r"(saas_[\w-]{43})", page)
        assert "from 192.0.2.0/24 2001:db8::1/128" in page
        for address, status in (("192.0.2.200", 200), ("2001:db8::1", 200), ("192.0.3.1", 403)):
            answer = bearer(token).get("/api/v1/messages/", REMOTE_ADDR=address)
            assert answer.status_code == status, address
        assert answer.json()["code"] == "token-from-elsewhere"
        wrong = client.post("/tokens/", {**typed, "networks": "our club"})
        assert (wrong.status_code, "“our” is no address" in wrong.content.decode()) == (422, True)
        assert 'value="our club"' in wrong.content.decode()

    @pytest.mark.both_databases
    def test_short_networks_are_kept_though_written_out_they_are_longer(self, cast: Cast) -> None:
        typed = " ".join(["::"] * 130)
        answer = sign_in(cast.players[0]).post(
            "/api/v1/tokens/", {"name": "club website", "networks": typed}, **keyed()
        )
        assert (answer.status_code, len(typed) < 400 < len(answer.json()["networks"])) == (201, True)

    def test_it_is_not_asked_from_where_an_untied_one_comes(self, cast: Cast, settings: Settings) -> None:
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 3
        client = bearer(self.make(cast.players[0]))
        assert client.get("/api/v1/messages/", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 200

    def test_it_reports_games_and_changes_nothing_else(self, cast: Cast) -> None:
        token = bearer(self.make(cast.players[0], scope=ApiToken.Scope.REPORT))
        assert token.get("/api/v1/messages/").status_code == 200
        answer = token.post("/api/v1/messages/1/read/", {}, **keyed())
        assert (answer.status_code, answer.json()["code"]) == (403, "token-reaches-not")
        assert answer.json()["sentence"] == "This token may not do that. What it may do: report games."

    @pytest.mark.parametrize(
        "path",
        [
            *(f"games/1/table/{act}/" for act in ("call-off", "plan", "settle", "split", "reopen", "link")),
            "games/",
            "close/",
            "open-again/",
            "announcements/",
        ],
    )
    def test_to_report_games_is_not_to_run_events(self, cast: Cast, path: str) -> None:
        drawn_table(cast, cast.players[:4])
        address = f"/api/v1/events/spring-whoopie/{path}"
        reports = bearer(self.make(cast.director, scope=ApiToken.Scope.REPORT))
        answer = reports.post(address, {}, **keyed())
        assert (answer.status_code, answer.json()["code"]) == (403, "token-reaches-not")
        runs = bearer(self.make(cast.director, scope=ApiToken.Scope.RUN))
        assert runs.post(address, {}, **keyed()).json().get("code") != "token-reaches-not"

    def test_a_name_is_asked_for_and_there_are_not_too_many(self, cast: Cast) -> None:
        client = sign_in(cast.players[0])
        assert "Name the program" in client.post("/tokens/", {"name": " "}).content.decode()
        for _ in range(20):
            self.make(cast.players[0])
        one_more = client.post("/tokens/", {"name": "x", "scope": "read", "days": 30})
        assert "has 20 tokens" in one_more.content.decode()

    def test_password_and_address_open_nothing_by_program(self, cast: Cast) -> None:
        basic = Client(headers={"authorization": "Basic YXNoQGV4YW1wbGUub3JnOmEgbG9uZyBwYXNzd29yZA=="})
        assert basic.get("/api/v1/messages/").status_code == 401


def test_the_day_decides(cast: Cast) -> None:
    """An office that begins tomorrow asks for nothing today."""
    person = cast.players[2]
    tomorrow = today().replace(year=today().year + 1)
    appoint(by=cast.managing, person=person, office=Office.COLLEGE, first_day=tomorrow)
    assert opens(sign_in(person))


def test_a_new_password_leads_back_by_way_of_the_code(cast: Cast) -> None:
    secret = set_up(sign_in(cast.registrar))
    forget_used_codes()
    client, wanted = Client(), "/events/spring-whoopie/entry/"
    client.post("/account/password/reset/", {"email": "registrar@example.org", "next": wanted})
    run_waiting(NEW_PASSWORD_JOB)
    [link] = re.findall(r"http://testserver(/account/\S+)", str(mail.outbox[-1].body))
    place = client.get(link, follow=True).redirect_chain[-1][0]
    chosen = "correct horse battery"
    code_page = client.post(place, {"password1": chosen, "password2": chosen, "next": wanted})["Location"]
    assert client.post(code_page, {"code": code_of(secret)})["Location"] == wanted
