"""What waits is kept until something happens, and never longer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import translation
from django.utils.timezone import now

from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import register_club
from sanctioning.kit.audit.services import note
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.waiting.kept import count_since, revision_of, waiting_since
from sanctioning.people.models.person import Person
from tests.cast import Cast, make_cast
from tests.support.play import drawn_table, play
from tests.support.racing import closing_connection


def waits_of(person: Person) -> list[str]:
    return [waits.kind for waits in waiting_since(person, revision_of(person))]


def counted(person: Person) -> int:
    return count_since(person, revision_of(person))


def test_everybody_s_is_kept_by_itself_in_each_language(cast: Cast) -> None:
    register_club(by=cast.outsider, name="Strays", place="Stow")
    assert (counted(cast.managing), counted(cast.registrar)) == (1, 0)
    titles = set()
    for language in ("en-gb", "de"):
        with translation.override(language):
            titles.add(waiting_since(cast.managing, revision_of(cast.managing))[0].title)
    assert len(titles) == 2


def test_work_that_fails_waits_at_once_for_whoever_watches_it(cast: Cast) -> None:
    assert "failed" not in waits_of(cast.managing)
    Job.objects.create(kind="sanctioning.mail", key="1", state=Job.State.FAILED, finished_at=now())
    assert "failed" in waits_of(cast.managing)


@pytest.mark.both_databases
def test_a_stanza_shows_at_once_on_the_pages_of_whoever_runs_the_club(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    before = waits_of(cast.director)
    play(cast, game, 1, Random(1))
    after = waits_of(cast.director)
    assert ("report" in before, "report" in after) == (True, False)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_act_that_is_committed_after_a_later_one_is_seen_at_once() -> None:
    cast = make_cast()

    def a_later_act() -> int:
        with transaction.atomic():
            note(by=None, at=now(), action="look", thing=Club.objects.earliest("pk"))
        return counted(cast.managing)

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        register_club(by=cast.outsider, name="Strays", place="Stow")
        assert pool.submit(closing_connection(a_later_act)).result() == 0
    assert counted(cast.managing) == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_newest_transaction_of_all_is_under_way_too() -> None:
    """One that began before it makes a later act, and is committed first."""
    cast = make_cast()
    begun, registered = Event(), Event()

    def later_act_of_an_older_transaction() -> int:
        with transaction.atomic():
            transaction_number()
            begun.set()
            registered.wait(timeout=20)
            note(by=None, at=now(), action="look", thing=Club.objects.earliest("pk"))
        return counted(cast.managing)

    with ThreadPoolExecutor(1) as pool:
        later = pool.submit(closing_connection(later_act_of_an_older_transaction))
        begun.wait(timeout=20)
        with transaction.atomic():
            register_club(by=cast.outsider, name="Strays", place="Stow")
            registered.set()
            assert later.result() == 0
    assert counted(cast.managing) == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_what_another_database_of_the_server_does_has_nothing_counted_again() -> None:
    person = make_cast().managing
    server = {key: connection.get_connection_params()[key] for key in ("host", "port", "user")}
    with psycopg.connect(**server, dbname="postgres") as neighbour:
        running = neighbour.execute("SELECT pg_current_xact_id()::text::bigint").fetchall()[0][0]
        with transaction.atomic():
            transaction_number()
        assert running not in revision_of(person).under_way


def transaction_number() -> None:
    """PostgreSQL numbers a transaction when it first writes, or asks for its number."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()")
