"""Which pages are told of a change: from rows of the trail, also of transactions that end out of turn."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from tests.cast import MARCH, Cast, make_cast, sanctioned_event
from tests.support.appeals import ruling_in
from tests.support.play import drawn_table, play
from tests.support.racing import closing_connection
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.services.announcements import announce
from tournaments.games.models import Game
from tournaments.streams import trail as trail_module
from tournaments.streams.topics import (
    EVENT,
    LEADS_TO,
    LIVE,
    OF_THE_DESK,
    RULING,
    TOPIC,
    Thing,
    table_topic,
    topics_of,
)
from tournaments.streams.trail import LONGEST_TRANSACTION, Trail

PUBLIC, FLOOR = "events/spring-whoopie", "events/spring-whoopie/floor"
TABLE = table_topic("spring-whoopie", 1)
EVERYWHERE = {PUBLIC, FLOOR, LIVE, TABLE}


@pytest.fixture
def trail(cast: Cast) -> Trail:
    begun = Trail()
    begun.begin()
    return begun


@pytest.mark.both_databases
def test_a_stanza_is_told_to_the_pages_of_its_event_and_to_the_list(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    trail = Trail()
    trail.begin()
    assert trail.look() == set()
    play(cast, game, 1, Random(1))
    assert trail.look() == EVERYWHERE
    assert trail.look() == set()
    announce(by=cast.director, event=game.event, text="Supper.")
    assert trail.look() == EVERYWHERE


@pytest.mark.both_databases
def test_a_stanza_is_told_to_no_other_table_and_what_concerns_the_event_to_all(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    other = drawn_table(cast, cast.players[4:8], event=game.event)
    tables = {table_topic(game.event.slug, table.number) for table in (game, other)}
    trail = Trail()
    trail.begin()
    play(cast, game, 1, Random(1))
    assert trail.look() & tables == {table_topic(game.event.slug, game.number)}
    announce(by=cast.director, event=game.event, text="Supper.")
    assert trail.look() & tables == tables


def test_a_ruling_is_told_to_its_table_and_to_no_other(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    drawn_table(cast, cast.players[4:8], event=game.event)
    ruling = ruling_in(cast, game)
    with connection.cursor() as cursor:
        assert topics_of([Thing(RULING, ruling.pk)], cursor) == EVERYWHERE


@pytest.mark.both_databases
def test_an_entry_is_told_to_the_floor_alone(cast: Cast) -> None:
    event = sanctioned_event(cast)
    trail = Trail()
    trail.begin()
    enter_event(by=cast.director, event=event, person=cast.players[0])
    assert trail.look() == {FLOOR}


def test_a_look_at_nothing_new_is_one_question(trail: Trail) -> None:
    with CaptureQueriesContext(connection) as questions:
        assert trail.look() == set()
    assert len(questions) == 1


def test_every_column_on_the_way_to_an_event_is_there() -> None:
    for kind, (column, leads_to) in LEADS_TO.items():
        model = apps.get_model(kind)
        assert model._meta.db_table == kind.lower().replace(".", "_")
        field = next(field for field in model._meta.concrete_fields if field.column == column)
        assert field.related_model is not None
        assert field.related_model._meta.label == leads_to
    assert set(LEADS_TO) >= OF_THE_DESK
    assert Event._meta.label == EVENT


def test_a_topic_is_what_the_trail_tells_of() -> None:
    for topic in (*EVERYWHERE, "events/a_b-3"):
        assert TOPIC.fullmatch(topic)
    for other in (
        "",
        "events",
        "events/",
        "events/a/live",
        "../live",
        "live/",
        "events/a b",
        "events/a/games/b",
    ):
        assert not TOPIC.fullmatch(other)


def change(thing: Game | Event, cast: Cast) -> None:
    with transaction.atomic():
        note(by=cast.director, at=MARCH, action="sit down", thing=thing)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_change_that_ends_after_a_later_one_is_told_too(transactional_db: None) -> None:
    """Its row has the smaller number, and comes when the greater one has been seen."""
    cast = make_cast()
    slow = drawn_table(cast, cast.players[:4])
    quick = sanctioned_event(cast, name="Autumn Whoopie")
    trail = Trail()
    trail.begin()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            note(by=cast.director, at=moment(None), action="sit down", thing=slow)
            pool.submit(closing_connection(lambda: change(quick, cast))).result()
            changes = pool.submit(closing_connection(trail.look)).result()
            assert changes == {"events/autumn-whoopie", "events/autumn-whoopie/floor", LIVE}
            assert pool.submit(closing_connection(trail.look)).result() == set()
        assert pool.submit(closing_connection(trail.look)).result() == EVERYWHERE
        assert pool.submit(closing_connection(trail.look)).result() == set()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_change_that_was_under_way_at_the_first_look_is_told(transactional_db: None) -> None:
    cast = make_cast()
    slow = drawn_table(cast, cast.players[:4])
    trail = Trail()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            note(by=cast.director, at=MARCH, action="sit down", thing=slow)
            pool.submit(closing_connection(lambda: change(slow, cast))).result()
            pool.submit(closing_connection(trail.begin)).result()
        assert pool.submit(closing_connection(trail.look)).result() == EVERYWHERE


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_number_that_was_taken_back_is_not_looked_for_for_ever(transactional_db: None) -> None:
    cast = make_cast()
    game = drawn_table(cast, cast.players[:4])
    now = 0.0
    trail = Trail(clock=lambda: now)
    trail.begin()
    with transaction.atomic():
        note(by=cast.director, at=MARCH, action="sit down", thing=game)
        transaction.set_rollback(True)
    change(game, cast)
    assert trail.look() == EVERYWHERE
    assert "id IN" in looked(trail)
    now = LONGEST_TRANSACTION + 1
    looked(trail)
    assert "id IN" not in looked(trail)


def looked(trail: Trail) -> str:
    with CaptureQueriesContext(connection) as questions:
        trail.look()
    return str(questions[0]["sql"])


def test_what_the_database_did_not_say_is_said_at_the_next_look(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows were read, but not whose they are."""
    game = drawn_table(cast, cast.players[:4])
    trail = Trail()
    trail.begin()
    play(cast, game, 1, Random(1))

    def silent(*asked: object) -> set[str]:
        raise OSError("away")

    monkeypatch.setattr(trail_module, "topics_of", silent)
    with pytest.raises(OSError, match="away"):
        trail.look()
    monkeypatch.setattr(trail_module, "topics_of", topics_of)
    assert trail.look() == EVERYWHERE
