"""A ledger that was written before there were two card games, through the migration that told them apart."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.state import ProjectState

from sanctioning import guards
from scoring.models import LedgerEntry
from scoring.models.ledger import GENESIS
from scoring.selectors.ledger import ledger_problems
from scoring.services.ledger import Posting, post
from tests.cast import MARCH, Cast
from tests.scoring.test_card_games import as_before

COLUMNS = (
    *("number", "book", "person_id", "points", "blue", "ordered_by_id"),
    *("reason", "at", "day", "previous_hash"),
)
LATER = MARCH + dt.timedelta(days=1)


@pytest.fixture
def bare() -> Iterator[None]:
    """The table without its column; whatever becomes of the test, it has it again."""
    field = LedgerEntry._meta.get_field("card_game")
    guards.remove()
    with connection.schema_editor() as editor:
        editor.remove_field(LedgerEntry, field)
    try:
        yield
    finally:
        guards.remove()
        with connection.cursor() as cursor:
            table = connection.introspection.get_table_description(cursor, LedgerEntry._meta.db_table)
        if "card_game" not in {column.name for column in table}:
            with connection.schema_editor() as editor:
                editor.add_field(LedgerEntry, field)
        guards.install()


def written_then(cast: Cast) -> list[str]:
    """Three entries as the house wrote them then; gives their hashes."""
    hashes = [GENESIS]
    for number in (1, 2, 3):
        entry = LedgerEntry(
            number=number,
            book="recorded",
            person=cast.players[number],
            points=Decimal("1.5"),
            blue=Decimal("0.5"),
            ordered_by=cast.registrar,
            reason="RPC-000008 recorded by submission 3",
            at=MARCH,
            day=MARCH.date(),
            previous_hash=hashes[-1],
        )
        hashes.append(as_before(entry))
        values = [getattr(entry, name) for name in COLUMNS]
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO scoring_ledgerentry ({', '.join(COLUMNS)}, hash) "
                f"VALUES ({', '.join(['%s'] * (len(COLUMNS) + 1))})",
                [*(str(one) if isinstance(one, Decimal) else one for one in values), hashes[-1]],
            )
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO sanctioning_sequence (name, last) VALUES ('ledger', 3)")
    return hashes[1:]


@pytest.mark.django_db(transaction=True)
def test_old_hashes_verify_and_the_chain_goes_on(bare: None, cast: Cast) -> None:
    hashes = written_then(cast)
    after = ProjectState.from_apps(apps)
    before = after.clone()
    before.remove_field("scoring", "ledgerentry", "card_game")
    operations = import_module("scoring.migrations.0015_card_games").Migration.operations
    [added] = [one for one in operations if getattr(one, "model_name", "") == "ledgerentry"]
    with connection.schema_editor() as editor:
        added.database_forwards("scoring", editor, before, after)
    guards.install()
    assert list(LedgerEntry.objects.order_by("number").values_list("card_game", "hash")) == [
        ("whoopie", one) for one in hashes
    ]
    assert list(ledger_problems()) == []
    posting = Posting(
        book=LedgerEntry.Book.RECORDED,
        card_game="whist",
        person_id=cast.players[0].pk,
        points=Decimal("2.0"),
        blue=Decimal("0.0"),
        reason="A test",
    )
    [entry] = post([posting], ordered_by=cast.registrar, at=LATER)
    assert (entry.number, entry.previous_hash) == (4, hashes[-1])
    assert list(ledger_problems()) == []
