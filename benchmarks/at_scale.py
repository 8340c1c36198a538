"""The pages that people open most, at the size of the demo season and at that of a national authority.

The demo season is loaded, and every row of it that grows with the years is copied many times over, each copy
with keys of its own: some 29,000 people, 7,000 events, 20,000 games, a million ledger entries, 200,000
certificates and 500,000 rows of the trail. Nothing of the copies is about the people who look. Each page is
opened warm as the role that uses it most, before and after; what is counted is the processor's time of the
database's process, and the queries. The bound is on how many times as long the database works.
"""

from __future__ import annotations

import gc
import logging
import os
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

COPIES = 175
MORE_COPIES = {"scoring_ledgerentry": 2300, "scoring_certificate": 620}
APART = 1_000_000
BOUND = 2.0
ROUNDS = 5
SHORT = 20
"""Letters of a name that has no room for its own and that of the copy."""
LEAST = 0.002
"""Seconds of the database below which a page is as fast as it need be, whatever the multiple."""
LAYERS = ("sanctioning", "tournaments", "scoring")
FIXED = frozenset(
    {
        *("Articles", "EventType", "FeeSchedule", "Installation", "Level", "RuleSet"),
        *("Sequence", "SigningKey", "SentKey", "Roster", "RosterSheet", "Erratum"),
        *("ClockTick", "Founding", "SetUpCode"),
    }
)
"""What an authority has a handful of, however long it has been there."""
PAGES = {
    "public": (
        "/",
        "/calendar/",
        "/results/",
        "/live/",
        "/players/",
        "/players/{number}/",
        "/degrees/",
        "/rosters/",
        "/clubs/",
        "/clubs/{club}/",
        "/events/{event}/",
        "/events/{event}/games/1/",
    ),
    "player": ("/", "/me/", "/me/messages/", "/me/waiting/"),
    "director": ("/me/", "/events/{event}/manage/"),
    "executor": ("/me/", "/executor/"),
    "registrar": ("/me/", "/registrar/certificates/", "/people/"),
    "managing": ("/me/", "/authority/trail/", "/authority/executors/", "/fees/"),
}


@dataclass(frozen=True, slots=True)
class Opened:
    status: int
    queries: int
    seconds: float


class Site:
    """The site as its people see it, and the clock of its database's process."""

    def __init__(self) -> None:
        from django.db import connection

        from sanctioning.accounts.models.account import Account
        from tournaments.games.models import Game

        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self.schedule = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
        self.accounts = {
            role: Account.objects.get(email=f"{role}@demo.example") for role in PAGES if role != "public"
        }
        game = Game.objects.filter(state=Game.State.CERTIFIED, event__format="whoopie").earliest("pk")
        self.names = {
            "event": game.event.slug,
            "club": game.event.club.slug,
            "number": game.players.earliest("pk").person.identity.number,
        }

    def pages(self) -> Iterator[tuple[str, str, Opened]]:
        from django.test import Client

        for role, paths in PAGES.items():
            client = Client()
            if role in self.accounts:
                client.force_login(self.accounts[role])
            for path in paths:
                yield role, path, self.opened(client, path.format(**self.names))

    def opened(self, client: Any, path: str) -> Opened:
        from django.db import connection, reset_queries
        from django.test.utils import CaptureQueriesContext

        client.get(path)
        times = []
        for _ in range(ROUNDS):
            gc.collect()
            begun = self.database()
            answer = client.get(path)
            times.append(self.database() - begun)
        reset_queries()
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        return Opened(answer.status_code, len(queries), statistics.median(times))

    def database(self) -> float:
        return int(self.schedule.read_text().split()[0]) / 1e9


def grow() -> None:
    """Copy every row that grows with the years; foreign keys lead from copy to copy."""
    from django.apps import apps
    from django.db import connection

    models = [
        model
        for layer in LAYERS
        for model in apps.get_app_config(layer).get_models(include_auto_created=True)
        if model.__name__ not in FIXED and not model._meta.proxy
    ]
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for model in models:
            cursor.execute(copying(model, set(models)))
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM (ANALYZE)")


def copying(model: Any, copied: set[Any]) -> str:
    """The statement that copies a table; copies beyond those of the people go round among them."""
    own = unique_fields(model, copied)
    table = model._meta.db_table
    columns, values = [], []
    for field in model._meta.concrete_fields:
        if field.generated:
            continue
        column = f'"{field.column}"'
        columns.append(column)
        values.append(value_of(field, column, own, copied))
    times = MORE_COPIES.get(model._meta.db_table, COPIES)
    return (
        f'INSERT INTO "{table}" ({", ".join(columns)}) SELECT {", ".join(values)} '
        f'FROM "{table}", generate_series(1, {times}) AS copy(nth), '
        f"LATERAL (SELECT 1 + copy.nth % {COPIES} AS nth) AS owner"
    )


def value_of(field: Any, column: str, own: set[str], copied: set[Any]) -> str:
    from django.db import models

    shift = f"copy.nth::bigint * {APART}"
    related = field.related_model
    if isinstance(field, models.UUIDField) and (field.unique or field.name in own):
        return "gen_random_uuid()"
    if field.primary_key and related is None:
        return f"{column} + {shift}"
    if related in copied:
        whose = "owner" if related.__name__ == "Person" else "copy"
        return f"{column} + {whose}.nth::bigint * {APART}"
    if field.name not in own:
        return column
    if isinstance(field, models.CharField):
        named = f"'-' || to_hex({field.model._meta.pk.column} + {shift})"
        room = (field.max_length or 0) - SHORT
        if room > 0:
            named = f"left({column}, {room}) || {named}"
        return f"CASE {column} WHEN '' THEN '' ELSE {named} END"
    return f"{column} + copy.nth * 100000"


def unique_fields(model: Any, copied: set[Any]) -> set[str]:
    """One field of each constraint that no foreign key to a copy keeps."""
    from django.db import models

    own = {
        field.name
        for field in model._meta.concrete_fields
        if field.unique and not field.primary_key and field.related_model is None
    }
    named = {field.name: field for field in model._meta.concrete_fields}
    for constraint in model._meta.constraints:
        if not isinstance(constraint, models.UniqueConstraint):
            continue
        fields = [named[name] for name in constraint.fields]
        shifted = any(field.related_model in copied for field in fields)
        if fields and not shifted and not own.intersection(constraint.fields):
            own.add(min(fields, key=lambda field: bool(field.choices)).name)
    return own


def main() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    from deploy.services import services

    with services() as environment:
        os.environ.update(environment)
        import django

        django.setup()
        logging.disable(logging.CRITICAL)
        from django.db import connection

        connection.creation.create_test_db(verbosity=0)
        try:
            return measure()
        finally:
            connection.close()


def measure() -> int:
    from scoring.demo.build import build_demo

    build_demo()
    site = Site()
    few = list(site.pages())
    grow()
    sound = True
    print(f"{'page':44} queries  database, ms")
    for (role, path, small), (_role, _path, large) in zip(few, site.pages(), strict=True):
        times = large.seconds / small.seconds if small.seconds else 1.0
        grows = large.seconds > LEAST and times > BOUND
        sound = sound and not grows
        print(
            f"{role:10}{path:34} {small.queries:3} {large.queries:3}  "
            f"{small.seconds * 1000:6.1f} {large.seconds * 1000:8.1f}  {times:5.1f}"
            f"{'  grows' if grows else ''}{'' if large.status == 200 else f'  {large.status}'}",
            flush=True,
        )
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
