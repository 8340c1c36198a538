"""The search of the site among a hundred thousand people, as a multiple of reading what it found by its keys.

A row for each text: how long the search took, how many times as long as the bare queries by index that read
the same rows in the same run, and how many of each kind were found.

    python -m deploy.with_services python -m benchmarks.searching
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterable
from functools import partial

from benchmarks.finding import fill, milliseconds

EVENTS = 20_000
TEXTS = (
    "bar",
    "anna",
    "celia barken",
    "w4711",
    "barnabi",
    "stersonford",
    "circle 12",
    "evening wick 2024",
    "evenign wick",
    "whist roster",
    "undo an entry",
    "zzzz",
)


def add_events() -> None:
    """Of all clubs, each with its sanction."""
    from django.db import connection

    from sanctioning.clubs.models import Club
    from tests.cast import make_cast, sanctioned_event
    from tests.support.bulk import copies

    cast = make_cast()
    fill(first=1001)
    clubs, seeded = list(Club.objects.order_by("pk")), random.Random(11)
    first = sanctioned_event(cast)
    assert first.sanction is not None
    sanctions = copies(first.sanction, EVENTS, number=lambda n: 1000 + n)
    copies(
        first,
        EVENTS,
        sanction_id=lambda n: sanctions[n - 1].pk,
        slug=lambda n: f"evening-{n}",
        name=lambda n: f"{seeded.choice(('Spring', 'Autumn', 'Friday'))} Evening {n}",
        place=lambda n: clubs[n % len(clubs)].name.split()[0],
        club_id=lambda n: clubs[n % len(clubs)].pk,
        starts_at=lambda n: first.starts_at - dt.timedelta(hours=n * 5),
        ends_at=lambda n: first.ends_at,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def read_by_keys(paths: Iterable[str]) -> None:
    """The rows of these pages, each kind by its unique index."""
    from sanctioning.clubs.models import Club
    from sanctioning.people.models.person import Person
    from tournaments.events.models.event import Event

    keys: dict[str, list[str]] = {}
    for path in paths:
        kind, _slash, key = path.strip("/").partition("/")
        keys.setdefault(kind, []).append(key)
    people = Person.objects.select_related("home_club", "private")
    list(people.filter(number__in=keys.get("players", ["W-00777-X"])))
    list(Club.objects.filter(slug__in=keys.get("clubs", [])))
    list(Event.objects.select_related("club").filter(slug__in=keys.get("events", [])))


def main() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    add_events()
    from sanctioning.kit.check_characters import member_number
    from sanctioning.people.models.person import Person
    from sanctioning.search.selectors import found_everywhere

    asker = Person.objects.get(number=member_number(2050))
    for text in TEXTS:
        found = found_everywhere(asker=asker, text=text)
        paths = [hit.path for kind in found.kinds for hit in kind.hits]
        bare = milliseconds(partial(read_by_keys, paths))
        taken = milliseconds(partial(found_everywhere, asker=asker, text=text))
        kinds = ", ".join(f"{len(kind.hits)} {kind.kind}" for kind in found.kinds)
        print(f"{text:20}{taken:9.2f} ms {taken / bare:6.1f} times  {kinds or 'nothing'}", flush=True)


if __name__ == "__main__":
    main()
