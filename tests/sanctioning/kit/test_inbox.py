"""The inbox: threads, what needs an answer, groups and the archive."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.lists.lists import ask
from sanctioning.kit.messages.kinds import GROUPS, KINDS
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.selectors import threads_of, waiting_for_answer
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.messages.services.reading import archive, archive_read, mark_read, unarchive
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.people.services.claims import ask_for_record
from tests.cast import MARCH, Cast, account
from tests.sanctioning.kit.test_messages import client_of, tell, with_key

NOT_TO_PEOPLE = {"confirm-entry", "sanctions-together", "team-link"}
"""Templates of mails to an address alone, and one that several kinds share."""
pytestmark = pytest.mark.both_databases


@pytest.fixture
def reader(cast: Cast) -> Person:
    """Two messages about one appointment, and one about another."""
    Message.objects.all().delete()
    tell(cast)
    tell(cast, occasion="again")
    send(
        to=cast.director,
        kind="office-given",
        about=managing_appointment(cast),
        path="/me/",
        context={"by": cast.managing},
        at=MARCH,
    )
    return cast.director


def managing_appointment(cast: Cast) -> Appointment:
    return Appointment.objects.get(person=cast.managing, office=Office.MANAGING_EXECUTOR)


def threads(person: Person, **asked: str) -> list[list[int]]:
    lines = ask(threads_of(asker=person, archived=asked.pop("box", "") == "archive"), asked).lines
    return [[line.latest.id, *(message.id for message in line.earlier)] for line in lines]


def test_messages_about_one_thing_are_one_thread_with_the_latest_first(reader: Person) -> None:
    first, again, other = Message.objects.order_by("pk").values_list("pk", flat=True)
    assert threads(reader) == [[other], [again, first]]
    page = client_of(reader).get("/me/messages/").content.decode()
    assert "1&nbsp;earlier message" in page
    assert "2 threads" in page


def test_messages_whose_words_name_one_event_are_one_thread(cast: Cast) -> None:
    Message.objects.all().delete()
    for thing in (cast.executor_appointment, managing_appointment(cast)):
        send(
            to=cast.director,
            kind="office-given",
            about=thing,
            path="/me/",
            context={"by": cast.managing, "event": cast.club},
            at=MARCH,
        )
    assert {message.thread for message in Message.objects.all()} == {f"sanctioning.Club/{cast.club.pk}"}
    assert [len(thread) for thread in threads(cast.director)] == [2]


def test_a_filter_keeps_threads_with_a_message_like_that(reader: Person) -> None:
    first, again, other = Message.objects.order_by("pk").values_list("pk", flat=True)
    mark_read(by=reader, number=again)
    mark_read(by=reader, number=other)
    assert threads(reader, unread="on") == [[again, first]]
    assert threads(reader, group="results") == []
    assert len(threads(reader, group="people")) == 2


class TestArchive:
    def test_a_thread_goes_to_the_archive_as_read_and_comes_back(self, reader: Person) -> None:
        first, again, other = Message.objects.order_by("pk").values_list("pk", flat=True)
        assert archive(by=reader, number=first) == 2
        assert threads(reader) == [[other]]
        assert threads(reader, box="archive") == [[again, first]]
        assert not Message.objects.filter(pk__in=(first, again), read_at=None).exists()
        assert unarchive(by=reader, number=again) == 2
        assert threads(reader) == [[other], [again, first]]

    def test_all_threads_that_are_read_to_the_end_go_at_once(self, reader: Person) -> None:
        first, again, other = Message.objects.order_by("pk").values_list("pk", flat=True)
        mark_read(by=reader, number=again)
        mark_read(by=reader, number=other)
        assert archive_read(by=reader) == 1
        assert threads(reader) == [[again, first]]

    def test_what_is_told_later_is_in_the_inbox_again(self, cast: Cast, reader: Person) -> None:
        archive(by=reader, number=Message.objects.order_by("pk")[0].pk)
        [later] = tell(cast, occasion="later")
        assert [later.pk] in threads(reader)

    def test_nobody_archives_the_messages_of_somebody_else(self, cast: Cast, reader: Person) -> None:
        number = Message.objects.order_by("pk")[0].pk
        assert archive(by=cast.registrar, number=number) == 0
        for act in ("archive", "unarchive"):
            assert client_of(cast.registrar).post(f"/me/messages/{number}/{act}/").status_code == 404

    def test_on_pages_and_by_program(self, reader: Person) -> None:
        client, number = client_of(reader), Message.objects.order_by("pk")[0].pk
        said = client.post(f"/me/messages/{number}/archive/", follow=True).content.decode()
        assert "2 messages moved to the archive." in said
        in_archive = client.get("/api/v1/messages/archive/").json()["lines"]
        assert [line["archived"] for line in in_archive] == [True, True]
        assert "Move back" in client.get("/me/messages/archive/").content.decode()
        assert client.post(f"/api/v1/messages/{number}/unarchive/").json()["archived_at"] is None
        assert client.post(f"/api/v1/messages/{number}/archive/").json()["archived_at"]
        client.post(f"/me/messages/{number}/unarchive/")
        mark_read(by=reader)
        assert client.post("/api/v1/messages/archive-read/").json() == {"messages": 3}
        assert "No messages yet" in client.get("/me/messages/").content.decode()
        client.post(f"/me/messages/{number}/unarchive/")
        client.post("/me/messages/archive-read/")
        assert client.get("/api/v1/messages/").json()["found"] == 0


class TestNeedingAnswer:
    @pytest.fixture
    def claimed(self, cast: Cast) -> Message:
        """Somebody asks for a record, and the registrar was told."""
        Message.objects.all().delete()
        ask_for_record(account=account("new@example.org"), given_names="Nell", family_name="New", at=MARCH)
        return Message.objects.get(to=cast.registrar)

    def test_what_waits_is_apart_and_is_not_archived_with_the_rest(
        self, cast: Cast, claimed: Message
    ) -> None:
        assert [line.id for line in waiting_for_answer(cast.registrar)] == [claimed.pk]
        page = client_of(cast.registrar).get("/me/messages/").content.decode()
        assert page.index("Needs an answer") < page.index(claimed.subject) < page.index("Other messages")
        assert "No other messages" in page
        mark_read(by=cast.registrar)
        assert archive_read(by=cast.registrar) == 0
        assert client_of(cast.registrar).get("/api/v1/messages/").json()["needing_answer"] == [claimed.pk]

    def test_where_nothing_waits_the_page_says_so(self, reader: Person) -> None:
        assert "Nothing needs an answer." in client_of(reader).get("/me/messages/").content.decode()

    @pytest.mark.once
    def test_a_page_asks_at_most_fifteen_times_however_many_messages_there_are(
        self, cast: Cast, claimed: Message
    ) -> None:
        client = client_of(cast.registrar)
        assert asked(client) <= 15
        tell(cast, cast.registrar)
        before = asked(client)
        for number in range(30):
            tell(
                cast,
                cast.registrar,
                about=with_key(cast.executor_appointment, 1000 + number // 3),
                occasion=number,
            )
        assert asked(client) == before


def asked(client: Client) -> int:
    with CaptureQueriesContext(connection) as captured:
        client.get("/me/messages/")
    return len(captured)


def test_every_kind_of_message_is_in_one_group() -> None:
    templates = {file.stem for file in (settings.BASE_DIR / "templates/mail").glob("*.txt")}
    grouped = [kind for kinds in KINDS.values() for kind in kinds]
    assert sorted(grouped) == sorted(templates - NOT_TO_PEOPLE)
    assert set(KINDS) == set(GROUPS)
