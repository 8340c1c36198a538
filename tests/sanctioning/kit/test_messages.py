"""The outbox: one message for an event, a thing and a person; its copy by mail."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override
from pytest_django import Settings

from sanctioning.kit.jobs.kinds import MAIL_JOB
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services import jobs
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.selectors import count_of_unread, message_of, unread_of
from sanctioning.kit.messages.services.delivery import as_mail
from sanctioning.kit.messages.services.messages import MessageTo, send, send_each
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.people.services.registering import register_person
from tests.cast import MARCH, Cast, make_cast
from tests.support.processes import Process, wait_until
from tests.support.racing import all_at_once
from tests.support.smtp import Post, mail_server

SEND_WHAT_WAITS = """
import sys, django
django.setup()
from django.conf import settings
from sanctioning.kit.jobs.services.jobs import run_waiting
settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", int(sys.argv[1])
run_waiting("sanctioning.mail")
"""
LOADED = re.compile(r"^{% load .* %}")
ONE_PAGE = "/clubs/arden-whoopie-club/"


def with_key(appointment: Appointment, key: int) -> Appointment:
    """Another of the same office."""
    other = copy(appointment)
    other.pk = key
    return other


def tell(
    cast: Cast, to: Person | None = None, occasion: object = "", about: Appointment | None = None
) -> list[Message]:
    return send(
        to=to or cast.director,
        kind="office-given",
        about=about or cast.executor_appointment,
        occasion=occasion,
        path=ONE_PAGE,
        context={"by": cast.managing},
        at=MARCH,
    )


@pytest.fixture
def message(cast: Cast) -> Message:
    Message.objects.all().delete()
    Job.objects.all().delete()
    with transaction.atomic():
        return tell(cast)[0]


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    """A mail server that the site sends to."""
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


def mail_job() -> Job:
    return Job.objects.get(kind=MAIL_JOB)


@pytest.mark.both_databases
def test_whoever_has_two_records_is_written_to_as_the_one_that_is_kept(cast: Cast) -> None:
    """In the language of that record's account, and to its address; the second record has neither."""
    standing, double = cast.players[:2]
    assert standing.account is not None
    standing.account.language = "de"
    standing.account.save()
    Person.objects.filter(pk=double.pk).update(account=None, merged_into=standing)
    with transaction.atomic():
        [message] = tell(cast, to=Person.objects.get(pk=double.pk))
        [elsewhere] = tell(cast, to=cast.players[2])
    assert (message.state, elsewhere.state) == (Message.State.WAITING, Message.State.WAITING)
    assert message.subject != elsewhere.subject


@pytest.mark.both_databases
def test_the_masthead_counts_what_is_unread_of_every_record_at_once(cast: Cast) -> None:
    standing, double = cast.players[:2]
    for nth, person in enumerate((standing, double, double)):
        tell(cast, person, nth)
    Person.objects.filter(pk=double.pk).update(merged_into=standing)

    def counted(person: Person) -> int:
        [unread] = Person.objects.filter(pk=standing.pk).values_list(count_of_unread(person), flat=True)
        assert unread == unread_of(person)
        return int(unread)

    for person in (standing, Person.objects.get(pk=double.pk)):
        assert counted(person) == 3
    Message.objects.filter(to=double).update(read_at=MARCH)
    assert counted(standing) == 1
    assert counted(cast.players[2]) == 0


def lapse(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))


def again(job: Job) -> bool:
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now() - dt.timedelta(seconds=1))
    return jobs.run_job(job.pk)


class TestWriting:
    def test_written_twice_it_is_one_message_and_one_job(self, cast: Cast, message: Message) -> None:
        assert tell(cast) == []
        assert Message.objects.count() == Job.objects.filter(kind=MAIL_JOB).count() == 1

    def test_another_occasion_person_or_kind_is_another_message(self, cast: Cast, message: Message) -> None:
        assert len(tell(cast, occasion=2)) == 1
        assert len(tell(cast, to=cast.executor)) == 1
        assert tell(cast, occasion=2) == []

    def test_it_is_written_with_the_change_or_not_at_all(self, cast: Cast) -> None:
        before = Message.objects.count()
        with transaction.atomic():
            assert tell(cast, occasion="undone")
            transaction.set_rollback(True)
        assert Message.objects.count() == before

    @pytest.mark.django_db(transaction=True)
    def test_outside_a_transaction_it_is_refused(self) -> None:
        cast = make_cast()
        with pytest.raises(transaction.TransactionManagementError):
            tell(cast)

    def test_its_words_are_frozen_by_the_database(self, message: Message) -> None:
        for change in ({"subject": "x"}, {"text": "x"}, {"kind": "x"}, {"path": "/"}):
            with pytest.raises(DatabaseError), transaction.atomic():
                Message.objects.filter(pk=message.pk).update(**change)

    def test_words_are_never_markup(self, cast: Cast) -> None:
        cast.managing.given_names = "<b>M</b> & Co\n\nBcc: x@example.org"
        [message] = tell(cast, occasion="markup")
        [(html, _type)] = as_mail(message, "pat@example.org").alternatives
        assert "<b>M</b> & Co" in message.text
        assert "&lt;b&gt;M&lt;/b&gt; &amp; Co" in str(html)
        assert "\n" not in message.subject

    def test_many_letters_ask_as_often_as_one(self, cast: Cast) -> None:
        def asked(people: list[Person], occasion: str) -> int:
            letters = [
                MessageTo(
                    to=person, about=cast.executor_appointment, path=ONE_PAGE, context={"by": cast.managing}
                )
                for person in people
            ]
            with CaptureQueriesContext(connection) as captured:
                assert len(send_each(letters, kind="office-given", occasion=occasion, at=MARCH))
            return len(captured)

        assert asked(list(cast.players[:10]), "many") == asked(list(cast.players[:1]), "one")


class TestAddresses:
    def person(self, cast: Cast, **private: Any) -> Person:
        return register_person(by=cast.registrar, given_names="Pat", family_name="Post", at=MARCH, **private)

    def test_nobody_s_address_is_a_state_and_no_job(self, cast: Cast, message: Message) -> None:
        [message] = tell(cast, to=self.person(cast))
        assert (message.state, message.reason) == ("no-address", "We have no e-mail address for you.")
        assert Job.objects.filter(kind=MAIL_JOB).count() == 1

    def test_why_no_mail_went_is_read_in_the_language_of_its_reader(
        self, cast: Cast, message: Message
    ) -> None:
        person = self.person(cast)
        [message] = tell(cast, to=person)
        with override("de"):
            read = message_of(asker=person, number=message.pk)
        assert read is not None
        assert read.reason == "Für Sie ist keine E-Mail-Adresse hinterlegt."

    def test_a_minor_is_written_to_at_the_address_kept(self, cast: Cast) -> None:
        PrivateData.objects.filter(person=cast.players[0]).update(
            email="parents@example.org", birth_date=timezone.localdate() - dt.timedelta(days=365 * 12)
        )
        tell(cast, to=cast.players[0], occasion="minor")
        jobs.run_waiting()
        assert ["parents@example.org"] in [letter.to for letter in mail.outbox]
        assert ["ash@example.org"] not in [letter.to for letter in mail.outbox]

    def test_who_has_no_account_is_written_to_at_the_address_kept(self, cast: Cast) -> None:
        tell(cast, to=self.person(cast, email="pat@example.org"))
        jobs.run_waiting()
        assert ["pat@example.org"] in [letter.to for letter in mail.outbox]


class TestSending:
    def test_it_goes_once_as_text_and_html(self, message: Message) -> None:
        assert jobs.run_waiting() == 1
        assert jobs.run_waiting() == 0
        [sent] = mail.outbox
        message.refresh_from_db()
        assert (message.state, message.attempts, message.reason) == ("sent", 1, "")
        assert sent.to == ["director@example.org"]
        assert message.text in sent.body
        assert f"http://testserver{ONE_PAGE}" in sent.body
        [(html, _type)] = sent.alternatives  # type: ignore[attr-defined]
        assert all(escape(paragraph) in html for paragraph in message.text.split("\n\n"))
        assert f'href="http://testserver{ONE_PAGE}"' in html
        assert sent.extra_headers["Message-ID"] == f"<{message.key}@testserver>"

    @pytest.mark.both_databases
    def test_messages_of_one_thread_that_wait_together_go_in_one_mail(
        self, cast: Cast, message: Message
    ) -> None:
        [again] = tell(cast, occasion="again")
        [other] = tell(cast, about=with_key(cast.executor_appointment, 1000))
        tell(cast, to=cast.executor)
        assert jobs.run_waiting() == 3
        together = next(letter for letter in mail.outbox if "and 1 more message" in letter.subject)
        assert together.extra_headers["Message-ID"] == f"<{message.key}@testserver>"
        assert together.body.index(message.text) < together.body.rindex(again.text)
        assert together.body.count(f"http://testserver{ONE_PAGE}") == 2
        [(html, _type)] = together.alternatives  # type: ignore[attr-defined]
        assert "<h2" in html
        states = Message.objects.values_list("goes_with", "state", "attempts").order_by("pk")
        assert list(states) == [(None, "sent", 1), (message.pk, "sent", 1), *[(None, "sent", 1)] * 2]
        assert not Message.objects.filter(goes_with=other).exists()

    def test_what_is_written_while_a_mail_is_under_way_goes_in_another(
        self, cast: Cast, message: Message
    ) -> None:
        jobs.claim(mail_job().pk)
        tell(cast, occasion="again")
        assert not Message.objects.exclude(goes_with=None).exists()
        assert Job.objects.filter(kind=MAIL_JOB).count() == 2

    def test_a_mail_that_fails_fails_for_all_that_go_in_it(
        self, cast: Cast, message: Message, post: Post
    ) -> None:
        tell(cast, occasion="again")
        post.refuse = b"550 nobody here"
        jobs.run_waiting()
        assert set(Message.objects.values_list("state", flat=True)) == {"failed"}
        post.refuse = b""
        jobs.try_again(by=None, job=mail_job())
        jobs.run_waiting()
        assert (set(Message.objects.values_list("state", flat=True)), len(post.taken)) == ({"sent"}, 1)

    def test_what_was_erased_before_it_went_is_no_failure(self, message: Message) -> None:
        Message.objects.filter(pk=message.pk).delete()
        jobs.run_waiting()
        assert (Job.objects.get().state, mail.outbox) == (Job.State.DONE, [])

    def test_a_worker_that_died_after_its_claim_sent_nothing_and_the_next_one_sends(
        self, message: Message
    ) -> None:
        assert jobs.claim(mail_job().pk) is not None
        assert not jobs.run_job(mail_job().pk)
        lapse(mail_job())
        assert jobs.run_job(mail_job().pk)
        assert len(mail.outbox) == 1

    def test_what_was_sent_is_not_sent_again_by_a_job_tried_again(self, message: Message) -> None:
        jobs.run_waiting()
        Job.objects.update(state="queued", finished_at=None)
        jobs.run_waiting()
        assert len(mail.outbox) == 1

    def test_a_server_that_hangs_up_after_taking_it_gets_the_same_message_id(
        self, message: Message, post: Post
    ) -> None:
        post.hang_up = True
        jobs.run_waiting()
        message.refresh_from_db()
        assert (message.state, message.reason) == ("waiting", "The mail server could not be reached.")
        post.hang_up = False
        assert again(mail_job())
        message.refresh_from_db()
        assert (message.state, message.attempts) == ("sent", 2)
        first, second = post.taken
        assert first["Message-ID"] == second["Message-ID"] == f"<{message.key}@testserver>"

    @pytest.mark.slow
    @pytest.mark.django_db(transaction=True)
    def test_a_worker_killed_while_the_server_has_it_leaves_it_for_the_next(
        self, message: Message, post: Post, tmp_path: Path
    ) -> None:
        post.say_nothing = True
        worker = Process(
            *["-c", SEND_WHAT_WAITS, str(post.port)],
            environment={
                "DJANGO_SETTINGS_MODULE": "config.settings.test",
                "SAAS_VAR": str(settings.VAR_DIR),
                "SAAS_DB_NAME": str(connection.settings_dict["NAME"]),
            },
            log=tmp_path / "worker.log",
        )
        wait_until(lambda: bool(post.taken) or worker.ended, 60, "the server has the mail")
        worker.kill()
        message.refresh_from_db()
        assert (message.state, message.attempts, worker.said()) == ("waiting", 1, "")
        assert not jobs.run_job(mail_job().pk)
        post.say_nothing = False
        lapse(mail_job())
        assert jobs.run_job(mail_job().pk)
        message.refresh_from_db()
        assert (message.state, message.attempts) == ("sent", 2)
        assert {letter["Message-ID"] for letter in post.taken} == {f"<{message.key}@testserver>"}

    @pytest.mark.both_databases
    def test_an_address_that_is_refused_for_good_is_not_tried_again(
        self, message: Message, post: Post
    ) -> None:
        post.refuse = b"550 nobody here"
        jobs.run_waiting()
        message.refresh_from_db()
        assert (message.state, mail_job().state) == ("failed", "failed")
        assert message.reason.startswith("The mail server does not accept mail")
        assert "director@" not in message.reason + mail_job().error
        post.refuse = b""
        jobs.try_again(by=None, job=mail_job())
        jobs.run_waiting()
        message.refresh_from_db()
        assert (message.state, len(post.taken)) == ("sent", 1)

    def test_a_busy_server_is_tried_again_and_at_last_given_up(self, message: Message, post: Post) -> None:
        post.refuse = b"450 later"
        for _ in range(8):
            assert again(mail_job())
        message.refresh_from_db()
        assert (message.state, message.attempts, mail_job().state) == ("failed", 8, "failed")


class TestReading:
    def test_the_recipient_alone_sees_it(self, cast: Cast, message: Message) -> None:
        assert client_of(cast.registrar).get(f"/me/messages/{message.pk}/").status_code == 404
        assert client_of(cast.registrar).get(f"/api/v1/messages/{message.pk}/").status_code == 404
        assert client_of(cast.registrar).post(f"/api/v1/messages/{message.pk}/read/").status_code == 404
        assert Client().get("/me/messages/")["Location"].startswith("/login/")
        assert Client().get("/api/v1/messages/").status_code == 401

    def test_it_is_unread_until_it_is_opened(self, cast: Cast, message: Message) -> None:
        client = client_of(cast.director)
        inbox = client.get("/me/messages/").content.decode()
        assert "1&nbsp;unread message" in inbox
        assert '<span class="count">1' in inbox
        page = client.get(f"/me/messages/{message.pk}/").content.decode()
        assert message.text.split("\n\n")[0] in page
        assert f'href="{ONE_PAGE}"' in page
        assert '<span class="count">' not in page
        assert "unread</span>" not in client.get("/me/messages/").content.decode()

    def test_all_are_marked_at_once(self, cast: Cast, message: Message) -> None:
        tell(cast, occasion=2)
        client = client_of(cast.director)
        assert client.post("/me/messages/read/").status_code == 302
        assert not Message.objects.filter(to=cast.director, read_at=None).exists()

    def test_nobody_s_list_is_empty_with_a_sentence(self, cast: Cast, message: Message) -> None:
        assert "No messages yet" in client_of(cast.outsider).get("/me/messages/").content.decode()

    def test_pages_of_a_long_list(self, cast: Cast, message: Message) -> None:
        for number in range(30):
            tell(cast, about=with_key(cast.executor_appointment, 1000 + number))
        client = client_of(cast.director)
        first = client.get("/me/messages/").content.decode()
        assert "Page 1 of 2" in first
        with CaptureQueriesContext(connection) as few:
            assert "Page 2 of 2" in client.get("/me/messages/?page=2").content.decode()
        with CaptureQueriesContext(connection) as many:
            client.get("/me/messages/?page=1")
        assert len(few) == len(many)

    @pytest.mark.both_databases
    def test_by_program(self, cast: Cast, message: Message) -> None:
        client = client_of(cast.director)
        listed = client.get("/api/v1/messages/").json()
        assert (listed["found"], listed["unread"]) == (1, 1)
        number = listed["lines"][0]["id"]
        assert client.get(f"/api/v1/messages/{number}/").json()["read_at"] is None
        assert client.post(f"/api/v1/messages/{number}/read/").json()["read_at"] is not None
        assert client.get("/api/v1/messages/").json()["unread"] == 0


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_written_by_four_at_once_it_is_one(self) -> None:
        cast = make_cast()
        Message.objects.all().delete()

        def written() -> int:
            with transaction.atomic():
                return len(tell(cast, occasion="race"))

        answers = all_at_once([written] * 4)
        assert sorted(map(str, answers)) == ["0", "0", "0", "1"]
        assert Message.objects.count() == 1

    def test_sent_by_four_workers_at_once_it_goes_once(self, post: Post) -> None:
        cast = make_cast()
        Job.objects.all().delete()
        with transaction.atomic():
            tell(cast, occasion="race")
        answers = all_at_once([partial(jobs.run_job, mail_job().pk)] * 4)
        assert sorted(map(str, answers)) == ["False", "False", "False", "True"]
        assert len(post.taken) == 1


def client_of(person: Person) -> Client:
    client = Client()
    assert person.account is not None
    client.force_login(person.account)
    return client


def test_every_template_begins_with_its_subject() -> None:
    for file in (settings.BASE_DIR / "templates/mail").rglob("*.txt"):
        subject, _, body = LOADED.sub("", file.read_text()).partition("\n\n")
        assert (bool(subject.strip()), bool(body.strip())) == (True, True), file


def test_a_paragraph_stands_on_as_many_lines_as_its_template_needs() -> None:
    template = Template(
        "{% paragraph %}\n  {% if why %}\n    {% if why %}\n      Because\n    {% endif %}\n  {% endif %}\n"
        "  {{ why }}\n{% endparagraph %}"
    )
    rendered = template.render(Context({"why": "of this.\n\nAnd that."}))
    first, second = rendered.split("\n\n")
    assert (first.split(), second) == (["Because", "of", "this."], "And that. ")
    assert "\n" not in first
