"""Accounts: made with a confirmed address, kept from those who guess, changed only by their owner."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import AbstractBaseUser
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.lost_passwords import NEW_PASSWORD_JOB, ask_for_link
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import cancel_job, claim, run_waiting, try_again
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from tests.cast import Cast

PASSWORD = "a long password"
NEW = "correct horse battery"


class CountingHasher(MD5PasswordHasher):
    hashed = 0

    def encode(self, password: str, salt: str) -> str:
        type(self).hashed += 1
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> Iterator[None]:
    """Attempts are counted in the cache."""
    cache.clear()
    yield
    cache.clear()


def sign_up(client: Client, email: str) -> str:
    typed = {"email": email, "password1": NEW, "password2": NEW}
    return client.post("/account/sign-up/", typed, follow=True).content.decode()


def link_in(number: int = -1) -> str:
    [link] = re.findall(r"http://testserver(/account/\S+)", str(mail.outbox[number].body))
    return str(link)


def sign_in(client: Client, email: str, password: str = PASSWORD) -> str:
    return client.post("/login/", {"login": email, "password": password}, follow=True).content.decode()


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


class TestSigningUp:
    @pytest.mark.both_databases
    def test_an_account_is_open_once_its_address_is_confirmed(self, cast: Cast, client: Client) -> None:
        assert "Check your e-mail" in sign_up(client, "New@Example.org")
        assert not signed_in(client)
        account = Account.objects.get(email="new@example.org")
        assert "Check your e-mail" in sign_in(client, "new@example.org", NEW)
        assert not signed_in(client)
        page = client.get(link_in(0)).content.decode()
        assert "Yes, this address is mine" in page
        client.post(link_in(0))
        assert "Your account isn't linked to a player yet" in sign_in(client, "new@example.org", NEW)
        assert signed_in(client)
        assert not hasattr(account, "person")

    def test_the_mail_is_in_the_look_of_the_site_and_kept_nowhere(self, cast: Cast, client: Client) -> None:
        before = Message.objects.count()
        sign_up(client, "new@example.org")
        [sent] = mail.outbox
        assert sent.subject == "Confirm your e-mail address"
        [html] = sent.alternatives  # type: ignore[attr-defined]
        assert "Sanctioning Authority and Associated System" in html[0]
        assert Message.objects.count() == before

    def test_an_address_that_is_taken_is_answered_as_one_that_is_not(
        self, cast: Cast, client: Client
    ) -> None:
        taken, free = sign_up(client, "ash@example.org"), sign_up(Client(), "free@example.org")
        assert without_tokens(taken) == without_tokens(free).replace("free@", "ash@")
        assert [letter.subject for letter in mail.outbox] == [
            "You already have an account",
            "Confirm your e-mail address",
        ]
        assert Account.objects.filter(email="ash@example.org").count() == 1

    @pytest.mark.both_databases
    def test_links_in_mails_are_of_the_site_whatever_host_the_request_names(
        self, cast: Cast, settings: Settings
    ) -> None:
        settings.SITE_ADDRESS = "https://whoopie.example"
        settings.ALLOWED_HOSTS = ["*"]
        elsewhere = Client(SERVER_NAME="whoopie.example", SERVER_PORT="8443")
        sign_up(elsewhere, "new@example.org")
        elsewhere.post("/account/password/reset/", {"email": "ash@example.org"})
        run_waiting(NEW_PASSWORD_JOB)
        links = [link for sent in mail.outbox for link in re.findall(r"https?://[^\s<]+", str(sent.body))]
        assert len(links) >= 2
        assert all(link.startswith("https://whoopie.example/") for link in links), links

    def test_an_address_that_is_taken_hashes_as_much_as_one_that_is_not(
        self, cast: Cast, settings: Settings
    ) -> None:
        """The hash takes most of the time of an answer, and would tell who has an account."""
        settings.PASSWORD_HASHERS = ["tests.sanctioning.accounts.test_account_pages.CountingHasher"]
        counted = []
        for email in ("ash@example.org", "free@example.org"):
            CountingHasher.hashed = 0
            sign_up(Client(), email)
            counted.append(CountingHasher.hashed)
        assert counted == [1, 1]

    def test_what_is_wrong_is_said_in_sentences_and_the_address_is_kept(
        self, db: None, client: Client
    ) -> None:
        page = client.post(
            "/account/sign-up/", {"email": "no address", "password1": "short", "password2": ""}
        ).content.decode()
        assert "An e-mail address has a name, an @ and a place" in page
        assert 'value="no address"' in page
        assert "Type the password a second time." in page

    def test_a_link_that_is_not_whole_opens_nothing(self, db: None, client: Client) -> None:
        assert "This link does not work" in client.get("/account/confirm/MQ:1abc:xyz/").content.decode()

    @pytest.mark.both_databases
    def test_a_link_that_is_opened_again_says_that_the_address_is_confirmed(
        self, cast: Cast, client: Client
    ) -> None:
        sign_up(client, "new@example.org")
        link = link_in(0)
        client.post(link)
        for again in (Client().get(link), Client().post(link)):
            page = again.content.decode()
            assert (again.status_code, "This address is confirmed" in page) == (200, True)
            assert "new@example.org" in page


class TestWayOnward:
    WANTED = "/events/spring-whoopie/entry/"

    def test_the_links_to_sign_in_and_to_sign_up_lead_back(self, cast: Cast, client: Client) -> None:
        assert "/login/?next=%2Fcalendar%2F%3Fq%3DArden" in client.get("/calendar/?q=Arden").content.decode()
        assert 'href="/login/"' in client.get("/").content.decode()
        login = client.get("/login/", {"next": self.WANTED}).content.decode()
        assert "/account/sign-up/?next=%2Fevents%2Fspring-whoopie%2Fentry%2F" in login
        page = client.get("/account/sign-up/", {"next": self.WANTED}).content.decode()
        assert f'<input type="hidden" name="next" value="{self.WANTED}"' in page

    def confirmed(self, client: Client, opening: Client, wanted: str) -> str:
        """Where somebody comes to who signs up and opens the mail."""
        typed = {"email": "new@example.org", "password1": NEW, "password2": NEW, "next": wanted}
        told = client.post("/account/sign-up/", typed)
        sent = client.get(told["Location"]).content.decode()
        assert ("/login/?next=%2Fevents" in sent) == wanted.startswith("/events")
        [link] = re.findall(r"http://testserver(/account/\S+)", str(mail.outbox[-1].body))
        page = opening.get(link).content.decode()
        hidden = re.findall(r'name="next" value="([^"]+)"', page.split("<main")[1])
        return str(opening.post(link.partition("?")[0], {"next": hidden[0]} if hidden else {})["Location"])

    @pytest.mark.parametrize("on_another_device", [False, True])
    def test_the_mail_that_confirms_an_address_leads_on_by_way_of_signing_in(
        self, cast: Cast, client: Client, on_another_device: bool
    ) -> None:
        opening = Client() if on_another_device else client
        login = self.confirmed(client, opening, self.WANTED)
        assert login == "/login/?next=%2Fevents%2Fspring-whoopie%2Fentry%2F"
        typed = {"login": "new@example.org", "password": NEW, "next": self.WANTED}
        assert opening.post(login, typed)["Location"] == self.WANTED

    def test_no_other_site_gets_into_the_mail(self, cast: Cast, client: Client) -> None:
        for strange in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
            cache.clear()
            Account.objects.filter(email="new@example.org").delete()
            assert "evil" not in self.confirmed(client, Client(), strange)
            assert "evil" not in str(mail.outbox[-1].body)

    def lost(self, client: Client, opening: Client, wanted: str) -> str:
        """Where somebody comes to who lost their password and opens the mail."""
        typed = {"email": "ash@example.org", "next": wanted}
        sent = client.post("/account/password/reset/", typed)["Location"]
        assert sent.startswith("/account/password/reset/sent/")
        again = client.get(sent).content.decode()
        assert ("/account/password/reset/?next=%2Fevents" in again) == wanted.startswith("/events")
        run_waiting(NEW_PASSWORD_JOB)
        place = opening.get(link_in(), follow=True).redirect_chain[-1][0]
        page = opening.get(place).content.decode()
        form = page.partition("<main")[2].partition("</main>")[0]
        hidden = re.findall(r'name="next" value="([^"]+)"', form)
        chosen = {"password1": NEW, "password2": NEW, **({"next": hidden[0]} if hidden else {})}
        return str(opening.post(place, chosen)["Location"])

    def test_a_new_password_leads_back_also_on_another_device(self, cast: Cast, client: Client) -> None:
        login = client.get("/login/", {"next": self.WANTED}).content.decode()
        assert "/account/password/reset/?next=%2Fevents%2Fspring-whoopie%2Fentry%2F" in login
        assert self.lost(client, Client(), self.WANTED) == self.WANTED

    def test_a_new_password_leads_to_no_other_site(self, cast: Cast, client: Client) -> None:
        for strange in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", ""):
            cache.clear()
            assert self.lost(client, Client(), strange) == "/me/", strange
            assert "evil" not in str(mail.outbox[-1].body)


class TestSigningIn:
    def test_it_leads_to_where_one_was(self, cast: Cast, client: Client) -> None:
        typed = {"login": "ash@example.org", "password": PASSWORD, "next": "/me/messages/"}
        assert client.post("/login/?next=/me/messages/", typed)["Location"] == "/me/messages/"

    def test_it_leads_to_no_other_site(self, cast: Cast, client: Client) -> None:
        typed = {"login": "ash@example.org", "password": PASSWORD, "next": "https://evil.example/"}
        assert client.post("/login/", typed)["Location"] == "/me/"

    def test_a_wrong_password_and_an_unknown_address_are_answered_alike(
        self, cast: Cast, client: Client
    ) -> None:
        wrong = sign_in(client, "ash@example.org", "wrong")
        unknown = sign_in(Client(), "who@example.org", "wrong")
        assert "Wrong e-mail address or password" in wrong
        assert without_tokens(wrong).replace("ash@", "who@") == without_tokens(unknown)

    def test_guessing_is_stopped(self, cast: Cast, client: Client) -> None:
        for _ in range(5):
            sign_in(client, "ash@example.org", "wrong")
        assert "Too many attempts" in sign_in(client, "ash@example.org")
        assert not signed_in(client)

    @pytest.mark.both_databases
    def test_who_guesses_elsewhere_locks_nobody_out_of_their_own_device(
        self, cast: Cast, client: Client
    ) -> None:
        sign_in(client, "ash@example.org")
        client.post("/logout/")
        guesser = Client(REMOTE_ADDR="192.0.2.7")
        for _ in range(6):
            last = sign_in(guesser, "ash@example.org", "wrong")
        assert "Too many attempts" in last
        sign_in(client, "ash@example.org")
        assert signed_in(client)
        client.post("/logout/")
        for _ in range(11):
            last = sign_in(client, "ash@example.org", "wrong")
        assert "Too many attempts" in last, "a stolen device may not guess for ever"
        client.post("/account/password/reset/", {"email": "ash@example.org"})
        run_waiting(NEW_PASSWORD_JOB)
        form = client.get(link_in(), follow=True)
        client.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
        sign_in(client, "ash@example.org", NEW)
        assert signed_in(client), "a new password is a new beginning, on the own device too"

    def test_a_closed_account_says_so_to_nobody_but_its_owner(self, cast: Cast, client: Client) -> None:
        Account.objects.filter(email="ash@example.org").update(is_active=False)
        assert "cannot sign in at present" in sign_in(client, "ash@example.org")
        assert not signed_in(client)

    def test_signing_out_needs_a_button(self, cast: Cast, client: Client) -> None:
        sign_in(client, "ash@example.org")
        assert "Sign out</h1>" in client.get("/logout/").content.decode()
        assert signed_in(client)
        assert client.post("/logout/")["Location"] == "/"
        assert not signed_in(client)

    def test_the_administration_pages_are_entered_the_same_way(self, db: None, client: Client) -> None:
        assert client.get("/admin/login/?next=/admin/")["Location"].startswith("/login/")


class TestPasswords:
    def test_a_lost_one_is_set_anew_by_a_link_that_works_once(self, cast: Cast, client: Client) -> None:
        page = client.post("/account/password/reset/", {"email": "ASH@example.org"}, follow=True)
        assert "Check your e-mail" in page.content.decode()
        assert run_waiting(NEW_PASSWORD_JOB) == 1
        assert Job.objects.get(kind=NEW_PASSWORD_JOB).payload == {}
        link = link_in()
        form = client.get(link, follow=True)
        place = form.redirect_chain[-1][0]
        client.post(place, {"password1": NEW, "password2": NEW})
        assert signed_in(client)
        assert "This link does not work" in Client().get(link, follow=True).content.decode()
        elsewhere = Client()
        sign_in(elsewhere, "ash@example.org", NEW)
        assert signed_in(elsewhere)
        assert mail.outbox[-1].subject == "Your password was changed"

    def test_an_address_that_nobody_has_is_answered_as_one_that_somebody_has(
        self, cast: Cast, client: Client
    ) -> None:
        """In the same words, after the same statements: sending a mail, or none, would tell by its time."""
        pages, queries = [], []
        for email in ("ash@example.org", "nobody@example.org"):
            with CaptureQueriesContext(connection) as statements:
                page = client.post("/account/password/reset/", {"email": email}, follow=True)
            pages.append(without_tokens(page.content.decode()))
            queries.append([statement["sql"].split('"')[0] for statement in statements])
        assert pages[0] == pages[1]
        assert queries[0] == queries[1]
        assert mail.outbox == []
        assert run_waiting(NEW_PASSWORD_JOB) == 2
        assert [sent.to for sent in mail.outbox] == [["ash@example.org"]]

    def test_it_is_written_in_the_language_of_the_page(self, cast: Cast, client: Client) -> None:
        client.cookies["django_language"] = "de"
        client.post("/account/password/reset/", {"email": "ash@example.org"})
        run_waiting(NEW_PASSWORD_JOB)
        assert mail.outbox[-1].subject == "Ein neues Passwort setzen"

    def test_it_is_changed_with_the_present_one(self, cast: Cast, client: Client) -> None:
        client.force_login(account_of(cast))
        wrong = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
        assert (
            "not your current password"
            in client.post("/account/password/", wrong, follow=True).content.decode()
        )
        client.post("/account/password/", {**wrong, "oldpassword": PASSWORD}, follow=True)
        assert account_of(cast).check_password(NEW)
        assert mail.outbox[-1].subject == "Your password was changed"

    def test_a_weak_one_is_refused_with_the_reason(self, cast: Cast, client: Client) -> None:
        client.force_login(account_of(cast))
        weak = {"oldpassword": PASSWORD, "password1": "password12", "password2": "password12"}
        assert "too common" in client.post("/account/password/", weak, follow=True).content.decode()


def test_an_address_changes_when_the_new_one_is_confirmed(cast: Cast, client: Client) -> None:
    sign_in(client, "ash@example.org")
    answer = client.post(
        "/account/address/", {"email": "new.ash@example.org", "action_add": "1"}, follow=True
    )
    if "Your password again" in answer.content.decode():
        answer = client.post(answer.redirect_chain[-1][0], {"password": PASSWORD}, follow=True)
    assert "new.ash@example.org is not confirmed yet" in client.get("/account/address/").content.decode()
    assert account_of(cast).email == "ash@example.org"
    client.post(link_in())
    assert account_of(cast).email == "new.ash@example.org"
    assert "Your e-mail address was changed" in [letter.subject for letter in mail.outbox]


def test_a_mail_server_that_does_not_answer_is_told_on_a_page(
    cast: Cast, client: Client, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = client.post(
        "/account/sign-up/", {"email": "new@example.org", "password1": NEW, "password2": NEW}
    )
    assert answer.status_code == 503
    assert "No mail can be sent right now" in answer.content.decode()
    client.post("/account/password/reset/", {"email": "ash@example.org"})
    run_waiting(NEW_PASSWORD_JOB)
    waiting = Job.objects.get(kind=NEW_PASSWORD_JOB)
    assert (waiting.state, waiting.payload["email"]) == (Job.State.QUEUED, "ash@example.org")
    Job.objects.update(attempts=7, due_at=waiting.created_at)
    run_waiting(NEW_PASSWORD_JOB)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.payload) == (Job.State.FAILED, {})
    assert "@" not in waiting.error
    with pytest.raises(Refusal, match="has been deleted"):
        try_again(by=None, job=waiting)


@pytest.mark.parametrize("end", ["given up", "cancelled"])
def test_the_address_of_a_lost_password_goes_however_the_job_ends(cast: Cast, end: str) -> None:
    ask_for_link("ash@example.org")
    Job.objects.update(attempts=8, error="ash@example.org was refused")
    job = Job.objects.get(kind=NEW_PASSWORD_JOB)
    if end == "cancelled":
        cancel_job(by=None, job=job)
    else:
        assert claim(job.pk) is None
    job.refresh_from_db()
    assert (job.finished_at is not None, job.payload) == (True, {})
    assert "ash" not in job.error


@pytest.mark.both_databases
def test_a_change_is_made_though_the_mail_that_tells_of_it_cannot_go(
    cast: Cast, client: Client, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    sign_in(client, "ash@example.org")
    typed = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/account/password/", typed, follow=True).status_code == 200
    assert account_of(cast).check_password(NEW)


def test_an_account_made_in_the_administration_confirms_its_address_at_the_first_sign_in(
    db: None, client: Client
) -> None:
    account = Account(email="clerk@example.org")
    account.set_password(NEW)
    account.save()
    assert "Check your e-mail" in sign_in(client, "clerk@example.org", NEW)
    client.post(link_in())
    sign_in(client, "clerk@example.org", NEW)
    assert signed_in(client)


def test_one_s_account_and_what_each_page_of_it_says(cast: Cast, client: Client) -> None:
    sign_in(client, "ash@example.org")
    page = client.get("/account/").content.decode()
    assert cast.players[0].number in page
    for path in re.findall(r'href="(/(?:account|tokens)/[^"]*)"', page):
        assert client.get(path, follow=True).status_code == 200, path


def account_of(cast: Cast) -> Account:
    account: AbstractBaseUser = Account.objects.get(person=cast.players[0])
    assert isinstance(account, Account)
    return account


def without_tokens(page: str) -> str:
    """Of a page: neither tokens nor keys, which are new each time."""
    return re.sub(r'(csrfmiddlewaretoken" value="|form_key" value="|password/reset/)[^"]*', "", page)
