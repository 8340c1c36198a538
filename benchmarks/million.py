"""The ledger with 1,000,000 entries of 100,000 players, on PostgreSQL.

**Compiling a roster**, as a multiple of the bare `SELECT person_id, sum(points) … GROUP BY person_id` over
the same table, whose answer is read to the end. The compile is the whole service: points and blue points up
to the day, records that were merged, who is listed, degrees, names, clubs, the order, the frozen sheets,
their hash and the trail, in one transaction. To keep a row a player would take longer than to sum, so a
roster is kept as sheets of 500 lines of text, by the one statement that compiles them. Both are timed in turn
by the clock, warm, and the bound is set on the median of the ratios. The process's memory must not grow with
the ledger: its peak is printed before and after.

**Verifying the ledger**: every hash, and the chain, in one stream. Then one row is changed behind the guards,
and must be found and named.
"""

import datetime as dt
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PLAYERS = 100_000
ENTRIES = 1_000_000
BOUND = 2.0
GROWTH = 60  # megabytes
ROUNDS = 5
AS_OF = dt.date(2025, 5, 15)
BEGAN = dt.datetime(2025, 1, 6, 12, tzinfo=dt.UTC)
AFTER = dt.datetime(2025, 5, 16, 12, tzinfo=dt.UTC)
NAMES = ("Ash", "Birch", "Cedar", "Ångström", "O'Neill, Jr", "de Vries", "Elm", "Featherstonehaugh")


def people() -> Iterator[tuple[Any, ...]]:
    for key in range(1, PLAYERS + 1):
        number = f"W-{key:05d}-X"
        yield (
            key,
            number,
            f"Given {key % 977}",
            NAMES[key % len(NAMES)] + str(key % 4099),
            1 + key % 400,
            BEGAN,
        )


def entries() -> Iterator[tuple[Any, ...]]:
    """Chained as the service chains them; nine of ten are recorded points."""
    from scoring.ledger.models.ledger import GENESIS, LedgerEntry

    entry = LedgerEntry(ordered_by_id=1, reason="", at=BEGAN, day=AS_OF, blue=Decimal("0.0"))
    entry.previous_hash = GENESIS
    for number in range(1, ENTRIES + 1):
        points = 5 + number * 7919 % 240
        entry.number = number
        entry.book = "awarded" if number % 10 == 0 else "recorded"
        entry.person_id = 1 + number * 48271 % PLAYERS
        entry.points = Decimal(points).scaleb(-1)
        entry.blue = Decimal(points // 4).scaleb(-1)
        entry.reason = f"RPC-{number:06d} recorded by submission {number // 3}"
        entry.at = BEGAN + dt.timedelta(seconds=number * 11)
        entry.day = entry.at.date()
        entry.hash = entry.content_hash()
        yield (
            *(number, entry.book, entry.person_id, entry.points, entry.blue, 1, entry.reason),
            *(entry.at, entry.day, entry.previous_hash, entry.hash),
        )
        entry.previous_hash = entry.hash


def fill() -> None:
    """The tables by COPY, with the guards up."""
    from django.db import connection

    from sanctioning.clubs.models import Club
    from sanctioning.people.models.person import Person

    Club.objects.bulk_create(
        Club(
            number=key,
            name=f"Whoopie Club {key}",
            slug=f"club-{key}",
            place="Arden",
            registered_at=BEGAN,
        )
        for key in range(1, 401)
    )
    copy(
        Person._meta.db_table,
        ("id", "number", "given_names", "family_name", "home_club_id", "registered_at", "publicity"),
        ((*row, "listed") for row in people()),
    )
    copy(
        "scoring_ledgerentry",
        (
            *("number", "book", "person_id", "points", "blue", "ordered_by_id", "reason"),
            *("at", "day", "previous_hash", "hash"),
        ),
        entries(),
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_degreeheld (person_id, degree, rank, since) "
            "SELECT id, 'Novice', 0, DATE '2025-01-06' FROM sanctioning_person"
        )
        cursor.execute("INSERT INTO sanctioning_sequence (name, last) VALUES ('ledger', %s)", [ENTRIES])
        cursor.execute("VACUUM (ANALYZE)")


def copy(table: str, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
    from django.db import connection

    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as sink,
    ):
        for row in rows:
            sink.write_row(row)


def bare() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT person_id, sum(points) FROM scoring_ledgerentry GROUP BY person_id")
        return sum(1 for _ in cursor)


def compiled() -> Any:
    from scoring.rosters.services.rosters import compile_roster

    return compile_roster(by=None, as_of=AS_OF, at=AFTER)


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def peak() -> float:
    """Megabytes that this process has held at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_compiling() -> bool:
    bare(), compiled()
    before = peak()
    taken = [(seconds(bare), seconds(compiled)) for _ in range(ROUNDS)]
    roster = compiled()
    ratio = statistics.median(whole / floor for floor, whole in taken)
    floor, whole = (statistics.median(times) for times in zip(*taken, strict=True))
    print(f"roster of {roster.players:,} players over {ENTRIES:,} entries: {whole:.2f} s, bare {floor:.2f} s")
    print(f"compiling / bare SELECT … GROUP BY: {ratio:.2f} (bound {BOUND})")
    print(f"memory at most: {before:.0f} MB before, {peak():.0f} MB after {ROUNDS} rosters more")
    return ratio <= BOUND and peak() - before <= GROWTH


def measure_verifying() -> bool:
    from django.db import connection

    from sanctioning.kit.guards import guards
    from scoring.ledger.selectors.chain_proof import ledger_problems

    before = peak()
    begun = time.perf_counter()
    sound = list(ledger_problems())
    speed = ENTRIES / (time.perf_counter() - begun)
    print(f"ledger verified: {speed:,.0f} entries a second, {len(sound)} problems")
    print(f"memory at most: {before:.0f} MB before, {peak():.0f} MB after")
    guards.remove()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_ledgerentry SET points = points + 1 WHERE number = 654321")
    guards.install()
    problems = [(problem.number, problem.sentence) for problem in ledger_problems()]
    print(f"after entry 654321 was changed: {problems}")
    return not sound and [number for number, _ in problems] == [654321] and peak() - before <= GROWTH


def main() -> int:
    """Print the ratios; 1 if a bound is not kept."""
    from deploy.services import services

    with services() as environment:
        os.environ.update({"DJANGO_SETTINGS_MODULE": "config.settings.test", **environment})
        import django

        django.setup()
        from django.db import connection

        connection.creation.create_test_db(verbosity=0)
        fill()
        kept = [measure_compiling(), measure_verifying()]
        connection.close()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
