"""A question that is put into SQL once gives what it gives each time that Django writes it."""

from __future__ import annotations

from random import Random
from typing import Any

import psycopg
import pytest
from django.db import connection, connections, transaction
from django.db.models import Model, QuerySet
from django.test.utils import CaptureQueriesContext

from sanctioning.accounts import backends
from sanctioning.kit.prepared_queries import FIRST_PLACE, LARGEST, Prepared, PreparedStamps, PreparedValues
from sanctioning.kit.server_statements import POOLED, ServerStatement
from sanctioning.offices import permissions
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tests.cast import Cast, cast, sanctioned_event
from tests.support.play import drawn_table, play
from tests.support.statements import in_full
from tournaments.events import permissions as event_permissions
from tournaments.events.selectors import events as selectors
from tournaments.games import game_families as families
from tournaments.games.services import games
from tournaments.slips import folders_to_hand_in
from tournaments.slips.selectors import slip_games
from tournaments.tables import game_folders

__all__ = ["cast"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def keys_of(cast: Cast) -> dict[Prepared[Any] | PreparedValues, tuple[int | str, ...]]:
    """Each question of the site that is asked so, and what it finds something for."""
    event = sanctioned_event(cast)
    game = drawn_table(cast, cast.players[:4], event=event)
    play(cast, game, 1, Random(1))
    player = cast.players[0].pk
    return {
        permissions._TERMS: (cast.director.pk,),
        backends._WITH_PERSON: (cast.director.account_id or 0,),
        selectors._GAME_AT: (event.slug, game.number, game.group),
        selectors._EVENT_AT: (event.slug,),
        event_permissions._SEATS: (game.pk, player),
        event_permissions._PLAYS_IN_FAMILY: (event.pk, game.number, player),
        families._GAMES: (event.pk, game.number),
        families._PLAYERS: (event.pk, game.number),
        families._STAYS: (event.pk, game.number),
        families._EVENT: (event.pk,),
        game_folders._VERSIONS: (game.pk,),
        games._WITH_ITS_EVENT: (game.pk,),
        folders_to_hand_in._LOCKED: (game.pk,),
        slip_games._GAME_AT: (event.slug,),
    }


def asked(rows: Any) -> tuple[list[Any], list[str]]:
    """What came, column by column and with what came along, and the statements that asked for it."""
    with CaptureQueriesContext(connection) as captured:
        come = [whole(row) for row in rows()]
    return come, [in_full(query["sql"]) for query in captured]


def whole(row: Model | tuple[Any, ...] | None, within: int = 4) -> Any:
    """What comes along knows the row that it came with."""
    if row is None or isinstance(row, tuple) or not within:
        return row
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    along = {name: whole(other, within - 1) for name, other in row._state.fields_cache.items()}
    return type(row), columns, along, row._state.db, row._state.adding


def test_each_finds_what_django_finds_by_the_same_statement(cast: Cast) -> None:
    for prepared, keys in keys_of(cast).items():
        djangos = asked(lambda: prepared._ask(*keys))  # noqa: B023
        assert asked(lambda: prepared(*keys)) == djangos  # noqa: B023
        assert djangos[0], f"{djangos[1]} finds nothing"
        others = tuple(key + 1 if isinstance(key, int) else f"{key}-" for key in keys)
        assert asked(lambda: prepared(*others)) == asked(lambda: prepared._ask(*others))  # noqa: B023


@pytest.mark.skipif(connection.vendor != "postgresql", reason="Nobody puts a pooler before SQLite.")
def test_behind_a_pooler_nothing_is_called_by_name(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same statements in full, with the same rows."""
    monkeypatch.setitem(connection.settings_dict, POOLED, True)
    questions = keys_of(cast)
    with CaptureQueriesContext(connection) as captured:
        for prepared, keys in questions.items():
            assert asked(lambda: prepared(*keys)) == asked(lambda: prepared._ask(*keys))  # noqa: B023
        stamps = PreparedStamps(lambda person: Person.objects.filter(pk=person).order_by().values_list("pk"))
        assert stamps(cast.director.pk) == stamps(cast.director.pk) != stamps(cast.registrar.pk)
        several = ServerStatement("several", "SELECT $2::int % $1, $1::int, $2")
        assert several.rows([3, 5]) == [(2, 3, 5)]
    assert [query["sql"] for query in captured if query["sql"].startswith("EXECUTE")] == []


def test_it_is_put_into_sql_once(cast: Cast) -> None:
    times = []

    def terms(person: int) -> QuerySet[Appointment]:
        times.append(person)
        return Appointment.objects.filter(person=person).order_by("pk")

    prepared = Prepared(terms)
    for person in (cast.director, cast.registrar, cast.managing):
        assert prepared(person.pk) == list(person.appointments.order_by("pk")) != []
    assert times == [FIRST_PLACE]


def test_a_key_larger_than_any_finds_nothing(cast: Cast) -> None:
    numbered = Prepared(lambda number: Person.objects.filter(pk=number))
    assert [numbered(number) for number in (LARGEST, LARGEST + 1, -LARGEST - 2)] == [[], [], []]


def test_a_key_that_is_not_in_the_statement_is_refused() -> None:
    with pytest.raises(AssertionError, match="Each key"):
        Prepared(lambda number, name: Person.objects.filter(pk=number))(1, "a")


def test_nothing_of_the_connection_is_kept(cast: Cast) -> None:
    """A practice event opens one for each page."""
    numbered = Prepared(lambda number: Person.objects.filter(pk=number))
    assert numbered(cast.director.pk) == [cast.director]
    assert [statement.compiler.connection for statement in numbered._written.values()] == [None]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite plans each statement in no time.")
def test_postgresql_is_sent_a_question_once_on_each_connection(cast: Cast) -> None:
    numbered = Prepared(lambda number: Person.objects.filter(pk=number))
    for person in cast.players[:3]:
        assert numbered(person.pk) == [person]
    sent = "SELECT count(*) FROM pg_prepared_statements WHERE name = %s"
    [statement] = numbered._written.values()
    with connection.cursor() as cursor:
        cursor.execute(sent, [statement.name])
        assert cursor.fetchone() == (1,)
        with connection.copy().cursor() as another:
            another.execute(sent, [statement.name])
            assert another.fetchone() == (0,)
        another.connection.close()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite plans each statement in no time.")
def test_what_a_rolled_back_transaction_prepared_is_there_for_the_next(cast: Cast) -> None:
    numbered = Prepared(lambda number: Person.objects.filter(pk=number))
    with transaction.atomic():
        assert numbered(cast.director.pk) == [cast.director]
        transaction.set_rollback(True)
    assert numbered(cast.director.pk) == [cast.director]


def test_a_stamp_is_another_once_a_row_is(cast: Cast) -> None:
    """Whoever wrote it; the same again once it is as it was, and none where there is no row."""
    stamps = PreparedStamps(
        lambda person: Person.objects.filter(pk=person).order_by().values_list("pk", "given_names"),
        lambda: Person.objects.filter(merged_into__isnull=False).order_by().values_list("pk"),
    )
    person = cast.director
    before = stamps(person.pk)
    assert before[0]
    assert before[1] is None
    Person.objects.filter(pk=person.pk).update(given_names="Another")
    assert stamps(person.pk) != before
    Person.objects.filter(pk=person.pk).update(given_names=person.given_names)
    assert stamps(person.pk) == before
    with CaptureQueriesContext(connection) as captured:
        stamps(person.pk)
    assert len(captured) == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_cut_between_two_requests_is_replaced_before_anything_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a request after PostgreSQL was started again: what it was sent before is not there any more."""
    numbered = Prepared(lambda number: Person.objects.filter(pk=number))
    assert numbered(1) == []
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
    monkeypatch.setattr(connections["default"], "health_check_enabled", True)
    monkeypatch.setattr(connections["default"], "health_check_done", False)
    assert numbered(1) == []
