"""The site behind a PgBouncer in transaction mode, which gives each transaction another connection."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from threading import Barrier, Event

import pytest
from django.db import connection, transaction
from django.test import Client

from config.database.of_requests import through_pooler
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.signing.services import key_in_use
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.results.models import Certification
from tests.cast import MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.support.play import play
from tests.support.pooler import asked_of_pooler, pooler
from tests.support.racing import LONGEST, all_at_once, closing_connection
from tests.tournaments.tables.splitting import finish
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.models.sheet import StanzaVersion

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

THREADS = 8
STANZAS = 3


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@contextmanager
def pooled(*, connections: int, patience: int = 30) -> Iterator[tuple[str, int]]:
    """New connections of this process go through a pooler; its own stays as it is."""
    before = dict(connection.settings_dict)
    with pooler(connections=connections, patience=patience) as address:
        through_pooler(connection.settings_dict, address)
        try:
            yield address
        finally:
            connection.settings_dict.clear()
            connection.settings_dict.update(before)


def test_eight_threads_play_on_two_connections(cast: Cast) -> None:
    """Each at a table of its own, at the same time: what each writes is there once, and nobody is refused."""
    event = sanctioned_event(cast)
    seated = [cast.players[first % 7 : first % 7 + 4] for first in range(THREADS)]
    games = [open_table(cast, event, people, stanzas=STANZAS) for people in seated]
    with pooled(connections=2) as address:
        all_connected = Barrier(THREADS, timeout=LONGEST)
        acts = [partial(played_to_the_end, cast, game, all_connected) for game in games]
        assert all_at_once(acts) == [200] * THREADS
        key_in_use()
        assert all_at_once([run_waiting, run_waiting]) != [0, 0]
        servers = asked_of_pooler(address, "SHOW SERVERS")
    assert [server["database"] for server in servers].count(connection.settings_dict["NAME"]) == 2

    reported = StanzaVersion.objects.values_list("game", "number", "version")
    assert sorted(reported) == [(game.pk, number, 1) for game in games for number in range(1, STANZAS + 1)]
    assert Certification.objects.count() == THREADS
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}
    assert list(ledger_problems()) == []


def played_to_the_end(cast: Cast, game: Game, all_connected: Barrier) -> int:
    """From the draw to the certificate, over one connection; what its page is answered with then."""
    draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
    all_connected.wait()
    play(cast, game, STANZAS, Random(game.number))
    finish(cast, game)
    return Client().get(f"/events/{game.event.slug}/games/{game.number}/").status_code


def test_times_are_read_alike_on_every_connection(transactional_db: None) -> None:
    """The zone is the one setting that Django gives a connection, and PgBouncer passes it on."""
    with of_another_zone(), pooled(connections=2):
        zones = all_at_once([time_zones] * THREADS)
    assert zones == [{"UTC"}] * THREADS


@contextmanager
def of_another_zone() -> Iterator[None]:
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET timezone = 'Asia/Tokyo'")
        yield
        cursor.execute(f"ALTER DATABASE {name} RESET timezone")


def time_zones() -> set[str]:
    with connection.cursor() as cursor:
        return {str(cursor.execute("SHOW timezone").fetchone()[0]) for _ in range(10)}


def test_who_is_given_no_connection_is_told_to_try_again(cast: Cast) -> None:
    began, done = Event(), Event()
    with pooled(connections=1, patience=1), ThreadPoolExecutor(1) as other:
        holding = other.submit(closing_connection(partial(hold_a_connection, began, done)))
        began.wait(LONGEST)
        answers = all_at_once([partial(ask, "/clubs/")])
        done.set()
        holding.result(LONGEST)
        assert answers + all_at_once([partial(ask, "/clubs/")]) == [(503, "5"), (200, "")]


def hold_a_connection(began: Event, done: Event) -> None:
    with transaction.atomic():
        Job.objects.exists()
        began.set()
        done.wait(LONGEST)


def ask(address: str) -> tuple[int, str]:
    answer = Client(raise_request_exception=False).get(address)
    return answer.status_code, answer.get("Retry-After", "")
