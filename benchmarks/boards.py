"""The board of a hundred tables under two hundred readers while stanzas are reported, on PostgreSQL.

After each report every reader asks for the part that renews itself, each with the stamp of what they saw
before, so that nobody is told that nothing is new. What a request costs is a multiple of a page that asks
nothing of the database and draws nothing, through the same middleware; then the same for readers who are told
that nothing is new.
"""

from __future__ import annotations

import statistics
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.meter import Meter, on_postgresql

TABLES = 100
READERS = 200
REPORTS = 5
BOUND = 3.0


def static(request: Any) -> Any:
    from django.http import HttpResponse

    return HttpResponse("<p>A page.</p>")


def measure() -> int:
    from django.test import Client
    from django.urls import path

    from config import urls
    from tests.cast import make_cast
    from tests.scoring.results.test_live_pages import many_tables
    from tests.support.play import drawn_table, play

    urls.urlpatterns.insert(0, path("static-page/", static))
    cast, meter = make_cast(), Meter()
    game = drawn_table(cast, cast.players[:5], stanzas=60)
    many_tables(cast, game.event, TABLES - 1)
    reader, address = Client(), f"/events/{game.event.slug}/live/"
    part = {"HX-Request": "true"}
    seen = reader.get(address, headers=part).headers["ETag"]
    changed, unchanged = [], []

    def ask(headers: dict[str, str], status: int) -> None:
        for _ in range(READERS):
            assert reader.get(address, headers=headers).status_code == status

    def ask_nothing() -> None:
        for _ in range(READERS):
            reader.get("/static-page/")

    for number in range(REPORTS):
        play(cast, game, 1, Random(number))
        floor = meter.spent(ask_nothing)
        changed.append(meter.spent(partial(ask, {**part, "If-None-Match": seen}, 200)) / floor)
        seen = reader.get(address, headers=part).headers["ETag"]
        unchanged.append(meter.spent(partial(ask, {**part, "If-None-Match": seen}, 304)) / floor)
    for what, ratios in (("changed", changed), ("unchanged", unchanged)):
        ratio = statistics.median(ratios)
        print(f"a board of {TABLES} tables, {what}: {ratio:.2f} times a static page")
    return 0 if max(map(statistics.median, (changed, unchanged))) <= BOUND else 1


if __name__ == "__main__":
    sys.exit(on_postgresql(measure))
