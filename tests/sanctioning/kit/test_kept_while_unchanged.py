"""What is kept while nothing was committed, with a second connection that commits, on PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.kept_while_unchanged import KeptWhileUnchanged
from sanctioning.people.models.person import Person
from tests.cast import make_cast
from tests.support.racing import closing_connection

ASKED = 100
"""Tests that run beside these commit to the same server now and then, and what is kept is read again."""

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def person(transactional_db: None) -> Person:
    return make_cast().players[0]


class Reader:
    """Reads a person's name and counts how often it had to."""

    def __init__(self, person: Person) -> None:
        self.reads = 0
        self._person = person
        self.ask = KeptWhileUnchanged(self._read)

    def _read(self, key: str) -> str:
        self.reads += 1
        return Person.objects.values_list("family_name", flat=True).get(pk=self._person.pk)


def rename(person: Person, name: str) -> None:
    """As another process does it, over a connection of its own."""
    change = closing_connection(lambda: Person.objects.filter(pk=person.pk).update(family_name=name))
    with ThreadPoolExecutor(1) as pool:
        pool.submit(change).result()


def test_it_is_read_once_until_another_connection_commits(person: Person) -> None:
    reader = Reader(person)
    assert {reader.ask("") for _ in range(ASKED)} == {person.family_name}
    assert reader.reads < ASKED
    for number in range(5):
        rename(person, f"Name {number}")
        assert reader.ask("") == f"Name {number}"


def test_what_is_not_committed_yet_is_neither_seen_nor_missed_later(person: Person) -> None:
    """Also where a later transaction commits before an earlier one."""
    reader = Reader(person)
    other = Person.objects.exclude(pk=person.pk)[0]
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        Person.objects.filter(pk=person.pk).update(family_name="Slow")
        asked = pool.submit(closing_connection(lambda: reader.ask(""))).result()
        assert asked == person.family_name
        rename(other, "Quick")
        assert pool.submit(closing_connection(lambda: reader.ask(""))).result() == person.family_name
    assert reader.ask("") == "Slow"


def test_within_a_transaction_its_own_writing_is_read(person: Person) -> None:
    reader = Reader(person)
    reader.ask("")
    with transaction.atomic():
        Person.objects.filter(pk=person.pk).update(family_name="Within")
        assert reader.ask("") == "Within"
        transaction.set_rollback(True)
    assert reader.ask("") == person.family_name


def test_an_answer_that_is_kept_takes_one_short_question(person: Person) -> None:
    reader = Reader(person)
    questions = []
    for _ in range(ASKED):
        with CaptureQueriesContext(connection) as asked:
            reader.ask("")
        questions.append([query["sql"] for query in asked])
    [short] = min(questions, key=len)
    assert "pg_current_snapshot" in short
