"""Who is told what of games and entries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.urls import reverse

from rules_engine.reach import in_the_way
from sanctioning.clock import day_of
from sanctioning.identity import rows_of
from sanctioning.models import AuditEntry, Bar, Office, Person
from sanctioning.selectors.people import holders_of, people_who_run
from sanctioning.services.bars import targets_of
from sanctioning.services.post import send
from tournaments.models import Call, Entry, Game
from tournaments.services.admission import occasion_of


def game_path(game: Game, page: str = "game", **which: int) -> str:
    """The public page of a game, or another page of it; `which` is the thing of the game that it shows."""
    return reverse(page, kwargs={"slug": game.event.slug, "game": f"{game.number}{game.group}", **which})


def tell_of_executor(*, by: Person, at: dt.datetime, game: Game, entry: AuditEntry) -> None:
    """The Acting Executor hears of which game; appointed again later, once more."""
    assert game.acting_executor is not None
    send(
        to=game.acting_executor.person,
        kind="game-given",
        about=game,
        occasion=entry.pk,
        path=game_path(game),
        context={"by": by, "event": game.event, "day": game.event.local_day(game.starts_at)},
        at=at,
    )


def tell_of_executor_of_all(*, by: Person, at: dt.datetime, games: Sequence[Game], entry: AuditEntry) -> None:
    """The Acting Executor of several games of one event hears of them in one message."""
    [first, *others] = games
    if not others:
        tell_of_executor(by=by, at=at, game=first, entry=entry)
        return
    assert first.acting_executor is not None
    send(
        to=first.acting_executor.person,
        kind="event-given",
        about=first.event,
        occasion=entry.pk,
        path=reverse("event", args=[first.event.slug]),
        context={"by": by, "event": first.event, "games": games, "day": first.event.first_day},
        at=at,
    )


def tell_moved_up(*, entry: Entry, occasion: AuditEntry, at: dt.datetime) -> None:
    """Who waited has a place now."""
    send(
        to=entry.person,
        kind="entry-moved-up",
        about=entry,
        occasion=occasion.pk,
        path=reverse("event", args=[entry.event.slug]),
        context={"event": entry.event},
        at=at,
    )


def tell_of_leaver(*, person: Person, game: Game, entry: Entry, at: dt.datetime) -> None:
    """Whoever runs the event hears that somebody left a table and went home."""
    send(
        to=people_who_run(game.event.club, day_of(at)).exclude(pk=person.pk),
        kind="player-left-table",
        about=entry,
        occasion=f"{game.pk}/{at:%Y-%m-%dT%H:%M:%S}",
        path=reverse("floor", args=[game.event.slug]),
        context={"who": person, "event": game.event, "game": game},
        at=at,
    )


def tell_of_bar(sender: object, *, bar: Bar, at: dt.datetime, **_: object) -> None:
    """The barred person, and whoever runs an event to come in which he is entered."""
    send(to=bar.person, kind="bar-imposed", about=bar, path=reverse("my-page"), context={"bar": bar}, at=at)
    entries = Entry.objects.filter(
        person__in=rows_of(bar.person),
        state__in=(Entry.State.ENTERED, Entry.State.WAITING),
        event__ends_at__gte=at,
    ).select_related("event__club", "event__sanction__level")
    for entry in entries:
        event = entry.event
        over = bar.first_day > event.last_day or (bar.last_day and bar.last_day < day_of(event.starts_at))
        if over or not in_the_way(targets_of(bar), occasion_of(event)):
            continue
        send(
            to=people_who_run(event.club, day_of(at)),
            kind="entered-player-barred",
            about=bar,
            occasion=event.pk,
            path=reverse("manage-event", args=[event.slug]),
            context={"bar": bar, "event": event},
            at=at,
        )


def tell_of_call(*, by: Person | None, at: dt.datetime, call: Call, entry: AuditEntry) -> None:
    """The Acting Executor hears that a table calls him; where there is none, who appoints one."""
    game = call.game
    executor = game.acting_executor
    send(
        to=executor.person if executor else holders_of(day_of(at), Office.MANAGING_EXECUTOR),
        kind="executor-called" if executor else "call-without-executor",
        about=call,
        occasion=entry.pk,
        path=game_path(game, "calls") if executor else reverse("event-executors", args=[game.event.slug]),
        context={"by": by, "event": game.event},
        at=at,
    )
