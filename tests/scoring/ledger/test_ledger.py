"""The point ledger: it only grows, it is chained, and a change is found."""

from __future__ import annotations

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from sanctioning.kit.guards import guards
from sanctioning.kit.sequences.models import Sequence
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.ledger.services.ledger import Posting, post
from tests.cast import MARCH, Cast

pytestmark = pytest.mark.both_databases

AWARDED = LedgerEntry.Book.AWARDED


@pytest.fixture
def entries(cast: Cast) -> list[LedgerEntry]:
    with transaction.atomic():
        return post(
            [posting(cast, points) for points in ("2.0", "1.5", "0.4")], ordered_by=cast.registrar, at=MARCH
        )


def posting(cast: Cast, points: str, corrects: LedgerEntry | None = None) -> Posting:
    return Posting(
        book=AWARDED,
        card_game="whoopie",
        person_id=cast.players[0].pk,
        points=Decimal(points),
        blue=Decimal("0.0"),
        reason="A test",
        corrects=corrects,
    )


def test_entries_are_chained_in_their_order(entries: list[LedgerEntry]) -> None:
    assert [entry.number for entry in entries] == [1, 2, 3]
    assert [entry.previous_hash for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
    assert entries[0].previous_hash == "0" * 64
    assert list(ledger_problems()) == []


def test_the_database_refuses_to_change_or_delete_an_entry(entries: list[LedgerEntry]) -> None:
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        LedgerEntry.objects.filter(number=2).update(points=Decimal("99.0"))
    with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
        LedgerEntry.objects.filter(number=3).delete()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_ledgerentry SET reason = 'other'")
    assert list(LedgerEntry.objects.values_list("points", flat=True)) == [entry.points for entry in entries]


def test_only_a_correction_takes_points(cast: Cast, entries: list[LedgerEntry]) -> None:
    with pytest.raises(IntegrityError, match="ledger_only_corrections_take"), transaction.atomic():
        post([posting(cast, "-1.5")], ordered_by=cast.registrar, at=MARCH)
    with transaction.atomic():
        [correction] = post([posting(cast, "-1.5", entries[1])], ordered_by=cast.registrar, at=MARCH)
    assert (correction.number, correction.corrects) == (4, entries[1])
    assert list(ledger_problems()) == []


@pytest.mark.parametrize(
    ("tamper", "number", "sentence"),
    [
        ("UPDATE scoring_ledgerentry SET points = 9.0 WHERE number = 2", 2, "was changed"),
        ("UPDATE scoring_ledgerentry SET reason = 'x' WHERE number = 1", 1, "was changed"),
        ("UPDATE scoring_ledgerentry SET previous_hash = hash WHERE number = 2", 2, "does not follow"),
        ("DELETE FROM scoring_ledgerentry WHERE number = 2", 2, "are missing"),
        ("DELETE FROM scoring_ledgerentry WHERE number = 3", 3, "last ones are missing"),
    ],
)
def test_a_change_behind_the_guards_is_found(
    entries: list[LedgerEntry], tamper: str, number: int, sentence: str
) -> None:
    guards.remove()
    with connection.cursor() as cursor:
        cursor.execute(tamper)
    guards.install()
    first = next(ledger_problems())
    assert (first.number, sentence in first.sentence) == (number, True)
    with pytest.raises(CommandError, match="not sound"):
        call_command("verify_ledger", stderr=StringIO())


def test_a_rewritten_chain_is_found_where_it_joins(cast: Cast, entries: list[LedgerEntry]) -> None:
    """Somebody changes an entry and its hash: the next entry no longer follows."""
    second = entries[1]
    second.points = Decimal("9.0")
    guards.remove()
    LedgerEntry.objects.filter(number=2).update(points=second.points, hash=second.content_hash())
    guards.install()
    assert [(problem.number, problem.sentence) for problem in ledger_problems()] == [
        (3, "does not follow from the entry before")
    ]


def test_a_chain_mended_by_hand_is_found_all_the_same(entries: list[LedgerEntry]) -> None:
    """Somebody changes an entry, its hash, and what the next one says of it."""
    first = entries[0]
    first.points = Decimal("9.0")
    mended = first.content_hash()
    guards.remove()
    LedgerEntry.objects.filter(number=1).update(points=first.points, hash=mended)
    LedgerEntry.objects.filter(number=2).update(previous_hash=mended)
    guards.install()
    assert [(problem.number, problem.sentence) for problem in ledger_problems()] == [
        (2, "was changed after it was written")
    ]


def test_verify_ledger_says_that_it_is_sound_and_when_a_guard_is_down(entries: list[LedgerEntry]) -> None:
    output = StringIO()
    call_command("verify_ledger", stdout=output)
    assert output.getvalue() == "The ledger is sound: 3 entries. No head is signed yet.\n"
    guards.remove()
    complaints = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_ledger", stderr=complaints)
    guards.install()
    assert "guard_scoring_ledgerentry_update is not up" in complaints.getvalue()


def test_numbers_come_from_the_sequence(entries: list[LedgerEntry]) -> None:
    assert Sequence.objects.get(name="ledger").last == 3
