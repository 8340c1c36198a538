"""What a page can follow, and which of it a row of the trail touches.

Terms: topic (what one stream is about: the public pages of an event, its floor, one of its tables with those
that were split from it, or the list of events in play).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.backends.utils import CursorWrapper

LIVE: Final = "live"
TOPIC: Final = re.compile(r"live|events/[-a-zA-Z0-9_]{1,80}(/floor|/games/[0-9]{1,6})?")

EVENT: Final = "tournaments.Event"
GAME: Final = "tournaments.Game"
REPORT: Final = "tournaments.Report"
RULING: Final = "tournaments.Ruling"
VIOLATION: Final = "tournaments.Violation"
LEADS_TO: Final = {
    GAME: ("event_id", EVENT),
    "tournaments.Round": ("event_id", EVENT),
    "tournaments.Team": ("event_id", EVENT),
    "tournaments.Entry": ("event_id", EVENT),
    "tournaments.EntryRuling": ("event_id", EVENT),
    "tournaments.TeamInvitation": ("event_id", EVENT),
    "tournaments.CanonStep": ("event_id", EVENT),
    "tournaments.SatOut": ("event_id", EVENT),
    REPORT: ("game_id", GAME),
    "tournaments.ReportFinding": ("report_id", REPORT),
    RULING: ("game_id", GAME),
    "tournaments.Appeal": ("ruling_id", RULING),
    VIOLATION: ("game_id", GAME),
    "tournaments.Vote": ("violation_id", VIOLATION),
}
"""Of each thing whose change a page of an event shows: the column that leads to its event, and to what."""

OF_THE_DESK: Final = frozenset(
    f"tournaments.{thing}" for thing in ("Entry", "EntryRuling", "TeamInvitation", "CanonStep", "SatOut")
)
"""What the floor shows and no public page."""


class Thing(NamedTuple):
    kind: str
    key: int


def table_topic(slug: str, number: int) -> str:
    return f"events/{slug}/games/{number}"


def topics_of(things: Iterable[Thing], cursor: CursorWrapper) -> set[str]:
    """Everything that is to be told of them; a question for each kind of thing."""
    keys: dict[str, set[int]] = defaultdict(set)
    for thing in things:
        if thing.kind == EVENT or thing.kind in LEADS_TO:
            keys[thing.kind].add(thing.key)
    topics: set[str] = set()
    for kind, ids in keys.items():
        cursor.execute(_touched(kind, ids))
        for slug, table in cursor.fetchall():
            topics.add(f"events/{slug}/floor")
            if kind not in OF_THE_DESK:
                topics |= {f"events/{slug}", LIVE}
            if table is not None:
                topics.add(table_topic(slug, table))
    return topics


def _touched(kind: str, keys: set[int]) -> str:
    """The events of these things, each with its tables that are told: of something of a game its own, of the
    event itself all, of anything else none."""
    if kind == EVENT:
        shown, tables = "game.number", "LEFT JOIN tournaments_game game ON game.event_id = event.id"
        touched = f"event.id IN ({_leading(kind, keys, EVENT)})"
    elif GAME in _way(kind):
        shown, tables = "game.number", "JOIN tournaments_game game ON game.event_id = event.id"
        touched = f"game.id IN ({_leading(kind, keys, GAME)})"
    else:
        shown, tables = "NULL", ""
        touched = f"event.id IN ({_leading(kind, keys, EVENT)})"
    return f"SELECT event.slug, {shown} FROM tournaments_event event {tables} WHERE {touched}"


def _way(kind: str) -> list[str]:
    """A thing and those between it and its event, which is the last."""
    way = [kind]
    while way[-1] != EVENT:
        way.append(LEADS_TO[way[-1]][1])
    return way


def _leading(kind: str, keys: set[int], to: str) -> str:
    """The keys of the games or events of these things, as a query; the keys are numbers."""
    known, column = ", ".join(map(str, sorted(keys))), ""
    while kind != to:
        table = kind.lower().replace(".", "_")
        column, kind = LEADS_TO[kind]
        known = f"SELECT {column} FROM {table} WHERE id IN ({known})"
    return known
