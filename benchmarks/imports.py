"""Imports of 20,000 people: checked, written and taken back, on SQLite, as multiples of a bare bulk insert.

The bare insert keeps as many people, a thousand at a time, in one transaction. Rows a second are printed for
each step, with the longest time for which taking them back kept other writers out, and the peak of memory
after each step, which must not grow with the file. PEOPLE in the environment changes how many.
"""

import datetime as dt
import io
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PEOPLE = int(os.environ.get("PEOPLE", "20000"))
AT_ONCE = 1000
MOST_GROWTH = 60  # megabytes over the start, of 100,000 people; the names of all are read once for the check
FIRST_DAY = dt.date(2025, 1, 6)
BEGAN = dt.datetime(2025, 1, 6, 12, tzinfo=dt.UTC)


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def the_file() -> io.BytesIO:
    lines = (f"Given{key % 977},Family{key}x,{1930 + key % 70}-04-30,{key}" for key in range(PEOPLE))
    return io.BytesIO("\n".join(["given names,family name,born,old number", *lines]).encode())


def bare_insert() -> None:
    from django.db import transaction

    from sanctioning.people.models.person import Person

    with transaction.atomic():
        for start in range(0, PEOPLE, AT_ONCE):
            Person.objects.bulk_create(
                Person(
                    number=f"B-{key:06d}", given_names="Given", family_name=f"Bare{key}", registered_at=BEGAN
                )
                for key in range(start, min(start + AT_ONCE, PEOPLE))
            )
        transaction.set_rollback(True)


def registrar() -> Any:
    from sanctioning.kit.check_characters import member_number
    from sanctioning.kit.sequences.services import next_number
    from sanctioning.offices.models.office import Appointment, Office
    from sanctioning.people.models.person import Person

    number = member_number(next_number("person"))
    person = Person.objects.create(number=number, family_name="Quill", registered_at=BEGAN)
    Appointment.objects.create(
        person=person, office=Office.REGISTRAR, first_day=FIRST_DAY, appointed_by=person
    )
    return person


def timed(step: str, act: Callable[[], object], bare: float) -> float:
    begun = time.perf_counter()
    act()
    spent = time.perf_counter() - begun
    ratio = f", {spent / bare:.1f} times the bare insert" if bare else ""
    print(f"{step}: {PEOPLE / spent:,.0f} rows a second{ratio}; peak {megabytes():.0f} MB", flush=True)
    return spent


def measure() -> int:
    from sanctioning.kit.jobs.services.jobs import RunningJob, run_waiting
    from sanctioning.people.models.person import Person
    from scoring.imports.services import taking_back
    from scoring.imports.services.kinds.kind import Writing
    from scoring.imports.services.preparing import check_import, upload_import
    from scoring.imports.services.writing import write_import

    by, start = registrar(), megabytes()
    bare = timed("bare insert", bare_insert, 0)
    importing = upload_import(by=by, kind="people", name="members.csv", file=the_file())
    check_import(by=by, importing=importing)
    timed("checked", run_waiting, bare)
    write_import(by=by, importing=importing)
    timed("written", run_waiting, bare)
    importing.refresh_from_db()
    taking_back.undo_import(by=by, importing=importing, why="A benchmark.")
    longest, step = 0.0, taking_back._take_some_back

    def watched(running: RunningJob, writing: Writing, why: str) -> int:
        nonlocal longest
        begun = time.perf_counter()
        taken = step(running, writing, why)
        longest = max(longest, time.perf_counter() - begun)
        return taken

    taking_back._take_some_back = watched
    timed("taken back", run_waiting, bare)
    print(f"others waited at most {longest:.2f} s for one step of taking back")
    importing.refresh_from_db()
    left = Person.objects.count() - 1
    growth = megabytes() - start
    print(f"memory grew by {growth:.0f} MB (at most {MOST_GROWTH})")
    return int(growth > MOST_GROWTH or left > 0 or importing.state != importing.State.UNDONE)


def main() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    import logging

    logging.disable(logging.CRITICAL)
    from django.db import connection

    connection.creation.create_test_db(verbosity=0)
    try:
        return measure()
    finally:
        connection.creation.destroy_test_db(":memory:", verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
