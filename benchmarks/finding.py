"""Finding people among a hundred thousand, as a multiple of reading one by number.

The people have made-up names of few syllables, so that every search has many to choose among. A row for each
text: how long, how many times as long as the bare query, and what was found.
"""

from __future__ import annotations

import datetime as dt
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PEOPLE = 100_000
CLUBS = 300
AT_ONCE = 5000
ROUNDS = 15
GIVEN = ("Anna", "Bert", "Celia", "Dora", "Edgar", "Fritz", "Georg", "Hanna", "Ines", "Jörg", "Karl", "Lena")
SYLLABLES = ("bar", "na", "by", "ken", "ton", "win", "ster", "field", "mann", "stein", "berg", "ham", "wick")
LETTERS = "abcdefghiklmnoprstu"
TEXTS = (
    "bar",
    "anna",
    "celia barken",
    "11",
    "w4711",
    "W-04711",
    "barnabi",
    "stersonford",
    "circle 12",
    "zzzz",
)


def milliseconds(act: Callable[[], object]) -> float:
    act()
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        act()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def fill(first: int = 1) -> None:
    """People and clubs, with numbers from the first on."""
    from django.db import connection
    from django.utils import timezone

    from sanctioning.clubs.models import Club
    from sanctioning.kit.check_characters import member_number
    from sanctioning.people.models.person import Person, PrivateData

    seeded, now = random.Random(7), timezone.now()
    families = ["".join(seeded.choices(SYLLABLES, k=3)).title() for _ in range(AT_ONCE)]
    clubs = Club.objects.bulk_create(
        Club(
            number=number,
            name=f"{seeded.choice(families)} Card Circle {number}",
            slug=f"club-{number}",
            registered_at=now,
            state=Club.State.APPROVED,
            approved_at=now,
        )
        for number in range(first, first + CLUBS)
    )
    for start in range(first, first + PEOPLE, AT_ONCE):
        people = Person.objects.bulk_create(
            Person(
                number=member_number(number),
                given_names=seeded.choice(GIVEN),
                family_name=seeded.choice(families)
                if number % 3
                else "".join(seeded.choices(LETTERS, k=8)).title(),
                home_club=seeded.choice(clubs),
                registered_at=now,
            )
            for number in range(start, start + AT_ONCE)
        )
        PrivateData.objects.bulk_create(
            PrivateData(
                person=person, birth_date=dt.date(1930, 1, 1) + dt.timedelta(days=seeded.randrange(33_000))
            )
            for person in people
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def main() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    fill()
    from sanctioning.kit.check_characters import member_number
    from sanctioning.people.models.person import Person
    from sanctioning.people_search.selectors import found_people

    asker = Person.objects.get(number=member_number(50))
    one = Person.objects.filter(number=member_number(777)).select_related("home_club", "private")
    bare = milliseconds(lambda: list(one.all()))
    print(f"{'one by number':16}{bare:9.2f} ms")
    for text in TEXTS:
        taken = milliseconds(partial(found_people, asker=asker, text=text))
        found = found_people(asker=asker, text=text)
        kind = "nearest" if found.nearest else "more" if found.more else "all"
        print(f"{text:16}{taken:9.2f} ms {taken / bare:6.1f} times  {len(found.people)} {kind}")


if __name__ == "__main__":
    main()
