"""Who is told of an entry that moved up, of a bar, and of who went home."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from rules_engine.justice.bar_reach import in_the_way
from sanctioning.bars.models import Bar
from sanctioning.bars.services import targets_of
from sanctioning.identity.doubles import Sought, doubles_of_each
from sanctioning.identity.lookup import holders_of, people_who_run, reachable
from sanctioning.identity.names import public_name
from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import MessageTo, send, send_each
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from tournaments.admission.admission import occasion_of
from tournaments.entries.entry_links import entry_path
from tournaments.entries.models.entered_list import EnteredList
from tournaments.entries.models.entry import Entry
from tournaments.games.models import Game


def tell_entered(*, by: Person, entries: Sequence[Entry], team_name: str = "", at: dt.datetime) -> None:
    """Each of those who enter together and can read it, unless the event has begun: who enters at the door is
    there."""
    event = entries[0].event
    if at >= event.starts_at:
        return
    waiting = list(
        event.entries.filter(state=Entry.State.WAITING).order_by("queue").values_list("pk", flat=True)
    )
    readers = reachable(entry.person for entry in entries)
    confirmations = [
        MessageTo(
            to=entry.person,
            about=entry,
            path=entry_path(entry),
            context={
                "event": event,
                "team_name": team_name,
                "waits_at": waiting.index(entry.pk) + 1 if entry.state == Entry.State.WAITING else 0,
                "by_name": "" if same_person(by, entry.person) else public_name(by),
            },
        )
        for entry in entries
        if entry.person_id in readers
    ]
    send_each(confirmations, kind="entry-taken", occasion=at.isoformat(), at=at)


@dataclass(frozen=True, slots=True)
class RecordMade:
    """`alike` are the numbers of the records that may be the same person."""

    number: str
    name: str
    alike: tuple[str, ...]


def tell_records_made(*, by: Person, entered: EnteredList, people: Sequence[Person], at: dt.datetime) -> None:
    """The registrars, of each record that a list made and of those that it may double."""
    if not people:
        return
    sought = [Sought(given_names=person.given_names, family_name=person.family_name) for person in people]
    lines = [
        RecordMade(
            person.number, person.name, tuple(double.number for double in doubles if double.pk != person.pk)
        )
        for person, doubles in zip(people, doubles_of_each(sought), strict=True)
    ]
    send(
        to=holders_of(day_of(at), Office.REGISTRAR),
        kind="records-made",
        about=entered,
        path=reverse("registry"),
        context={"event": entered.event, "lines": lines, "by_name": by.name},
        at=at,
    )


def tell_withdrawn(*, by: Person, entry: Entry, at: dt.datetime) -> None:
    """Whose entry another has withdrawn, unless the event has begun."""
    if same_person(by, entry.person) or at >= entry.event.starts_at or not reachable([entry.person]):
        return
    send(
        to=entry.person,
        kind="entry-withdrawn",
        about=entry,
        occasion=at.isoformat(),
        path=entry_path(entry),
        context={"event": entry.event, "by_name": public_name(by)},
        at=at,
    )


def tell_moved_up(*, entry: Entry, occasion: AuditEntry, at: dt.datetime) -> None:
    """Who waited has a place now."""
    send(
        to=entry.person,
        kind="entry-moved-up",
        about=entry,
        occasion=occasion.pk,
        path=entry_path(entry),
        context={"event": entry.event},
        at=at,
    )


def tell_of_bar(bar: Bar, at: dt.datetime) -> None:
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
