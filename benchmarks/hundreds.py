"""Every page of a whist event with few teams and with hundreds: how often it asks the database, and how long
it works.

A Main Event of Bid Whist with 200 pairs, an evening of Columbus Whist with 200 and a meeting of Military
Whist with 60 tables and 50 hands are played through the services, and beside each one of few teams. At the
moments that matter every page of the event, and every answer to a program, is opened as the public, a
player, the director and the executor. The floor is the same page of few teams. The bounds: as many queries,
and at most as many times the processor time as there are times the teams.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PATHS = (
    "events/{slug}/",
    "events/{slug}/live/",
    "events/{slug}/projector/",
    "events/{slug}/bracket/",
    "events/{slug}/teams/",
    "events/{slug}/teams/enter/",
    "events/{slug}/teams/{team}/substitute/",
    "events/{slug}/entries/",
    "events/{slug}/entry/",
    "events/{slug}/rounds/",
    "events/{slug}/prepaid/",
    "events/{slug}/canons/",
    "events/{slug}/slips/",
    "events/{slug}/slips/?only=missing",
    "events/{slug}/slips/?q=table+7",
    "events/{slug}/slips/{place}/",
    "events/{slug}/advancing/",
    "events/{slug}/manage/",
    "events/{slug}/manage/check-in/",
    "events/{slug}/manage/check-in/?only=missing",
    "events/{slug}/entry-rulings/",
    "events/{slug}/edit/",
    "events/{slug}/cancel/",
    "events/{slug}/executors/",
    "events/{slug}/application/",
    "events/{slug}/announcements/",
    "events/{slug}/records/",
    "events/{slug}/games/1/",
    "events/{slug}/games/1/calls/",
    "events/{slug}/games/1/rule/",
    "events/{slug}/games/1/rule/?place={place}",
    "events/{slug}/games/1/rulings/",
    "events/{slug}/games/1/report/",
    "events/{slug}/games/1/certify/",
    "events/{slug}/games/1/correct/",
    "events/{slug}/games/1/versions/1/",
    "executor/",
    "calendar/",
    "live/",
    "me/",
    "results/",
    "rules/games/{format}/",
    "api/v1/events/{slug}/",
    "api/v1/events/{slug}/teams/",
    "api/v1/events/{slug}/entries/",
    "api/v1/events/{slug}/rounds/",
    "api/v1/events/{slug}/slips/",
    "api/v1/events/{slug}/bracket/",
    "api/v1/events/{slug}/canons/",
    "api/v1/events/{slug}/prepaid/",
    "api/v1/events/{slug}/advancing/",
    "api/v1/events/{slug}/games/1/",
    "api/v1/events/{slug}/games/1/rulings/",
)


@dataclass(frozen=True, slots=True)
class Opened:
    status: int
    queries: int
    seconds: float
    size: int


def opened(client: Any, path: str) -> Opened:
    from django.core.cache import caches
    from django.db import connection, reset_queries
    from django.test.utils import CaptureQueriesContext

    reset_queries()
    caches["parts"].clear()  # A board is drawn again after ten seconds, which the greater event takes longer.
    with CaptureQueriesContext(connection) as queries:
        gc.disable()
        begun = time.process_time()
        answer = client.get(path)
        taken = time.process_time() - begun
        gc.enable()
    size = sum(map(len, answer.streaming_content)) if answer.streaming else len(answer.content)
    return Opened(answer.status_code, len(queries), taken, size)


def pages(played: Any) -> Iterator[tuple[str, str, Opened]]:
    """Every page of an event, by who looks at it."""
    from django.test import Client

    from tournaments.slips.event_folders import folder_of

    place = "none"
    if played.game.pk:
        place = next(reversed(list(folder_of(played.game).due)), "none")
    team = played.event.teams.earliest("number").pk
    known = {"slug": played.event.slug, "place": place, "team": team, "format": played.event.format}
    lookers = {
        "public": None,
        "player": played.people[0],
        "director": played.cast.director,
        "executor": played.cast.executor,
    }
    for who, person in lookers.items():
        client = Client()
        if person is not None:
            client.force_login(person.account)
        for path in PATHS:
            yield who, path, opened(client, "/" + path.format(**known))


def compared(few: Any, many: Any, moment: str) -> bool:
    """Print the pages that grow faster than the event, and the one that grows most; whether none grows so."""
    gc.collect()
    gc.freeze()  # What the events were made with is nobody's page.
    # Each page is opened once before, for the first to be opened fills what both then find.
    small = [list(pages(few)) for _ in range(2)][-1]
    large = [list(pages(many)) for _ in range(2)][-1]
    bound = many.event.teams.count() / few.event.teams.count()
    sound, grown = True, []
    for (_who, _path, before), (who, path, other) in zip(small, large, strict=True):
        ratio = other.seconds / before.seconds
        grows = other.queries != before.queries or other.status != before.status or other.status >= 500
        if grows or (other.status == 200 and ratio > bound):
            sound = False
            print(
                f"  {who:8} {path}: {before.status}, {other.status}, "
                f"{before.queries} and {other.queries} queries, "
                f"{ratio:.1f} times the time, {other.size / 1000:.0f} kB"
            )
        if other.status == 200:
            grown.append((ratio, who, path))
    most, who, path = max(grown)
    print(
        f"{many.event.name}, {moment}, {bound:.0f} times the teams: {len(grown)} pages, "
        f"at most {most:.1f} times the time ({who}, {path})",
        flush=True,
    )
    return sound


def main() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.conf import settings

    settings.WAITING_COUNT_SECONDS = 3600  # Else what waits would be counted again on the way.
    from django.db import connection

    connection.creation.create_test_db(verbosity=0)
    from benchmarks.hundreds_events import courses

    sound = True
    for few, many, course in courses():
        for moment, _same in zip(course(few), course(many), strict=True):
            sound = compared(few, many, moment) and sound
    connection.close()
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
