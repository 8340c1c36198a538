"""Calls for the Acting Executor: of a table, of an event, and those that wait for somebody.

Invariant: who called and what about is for those at the table, the people who run the event and the Acting
Executor; the public is told of none.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Final

from django.db.models import Q, QuerySet

from sanctioning.kit.clock import today
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.offices.permissions import is_managing_executor, terms_held
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_keep_table, may_rule_in, may_see_table
from tournaments.games.models import Game

LATEST: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CallLine:
    """`by` is empty where the table's own pad called; `kind` is the word for programs, `what` for people."""

    number: int
    event_slug: str
    event_name: str
    game_number: int
    game_group: str
    game_label: str
    place: str
    time_zone: str
    by: str
    kind: Annotated[str, Call.Kind]
    what: str
    about: str
    stanza: int | None
    made_at: dt.datetime
    ended: str
    ended_at: dt.datetime | None
    ended_by: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsAt:
    """The open calls of a table, the earliest first, and the latest that were answered without a ruling."""

    open: tuple[CallLine, ...]
    answered: tuple[CallLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """The calls of one table, the latest first, and what whoever asks may do with them."""

    open: tuple[CallLine, ...]
    ended: tuple[CallLine, ...]
    may_call: bool
    may_answer: bool


def calls_of(*, game: Game, asker: Person | None) -> Calls | None:
    """None for those who are not at the table, nor run the event, nor rule there."""
    day = today()
    if not may_see_table(asker, day, game) and not is_managing_executor(asker, day):
        return None
    lines = tuple(map(call_line, _told(Call.objects.filter(game=game)).order_by("-pk")))
    return Calls(
        open=tuple(line for line in lines if not line.ended),
        ended=tuple(line for line in lines if line.ended),
        may_call=game.state in Game.UNDER_WAY and may_keep_table(asker, day, game),
        may_answer=may_rule_in(asker, day, game),
    )


def calls_at(*, game: Game) -> CallsAt:
    """For the table's own pad. One query."""
    lines = tuple(map(call_line, _AT(game.pk)))
    answered = (line for line in lines if line.ended)
    latest = sorted(answered, key=lambda line: (line.ended_at, line.number), reverse=True)
    return CallsAt(open=tuple(line for line in lines if not line.ended), answered=tuple(latest[:LATEST]))


def open_calls_in(*, event: Event) -> tuple[CallLine, ...]:
    """For whoever runs the event: every open call of its tables, the earliest first. One query."""
    return tuple(map(call_line, _told(Call.objects.filter(game__event=event, ended=""))))


def open_calls_for(*, person: Person) -> tuple[CallLine, ...]:
    """Every open call of the games that the person rules, the earliest first. One query."""
    return tuple(map(call_line, open_calls_of(person)))


def open_calls_of(person: Person) -> QuerySet[Call]:
    """The same, not read yet."""
    terms = terms_held(person, today())
    return _told(Call.objects.filter(game__acting_executor__in=terms, ended=""))


def call_numbered(*, game: Game, number: int) -> Call | None:
    return Call.objects.select_related("game__event").filter(game=game, pk=number).first()


def call_of_event(*, event: Event, number: int) -> Call | None:
    return Call.objects.select_related("game__event").filter(game__event=event, pk=number).first()


def _told(calls: QuerySet[Call]) -> QuerySet[Call]:
    return calls.select_related(
        "game__event", "game__round", "by__merged_into", "ended_by__merged_into"
    ).order_by("pk")


_AT = Prepared(
    lambda game: _told(
        Call.objects.filter(
            Q(ended="") | Q(ended=Call.End.ANSWERED, ruling__isnull=True),
            game=game,
        )
    )
)


def call_line(call: Call) -> CallLine:
    game = call.game
    return CallLine(
        number=call.pk,
        event_slug=game.event.slug,
        event_name=game.event.name,
        game_number=game.number,
        game_group=game.group,
        game_label=game.label,
        place=game.place,
        time_zone=game.event.time_zone,
        by=call.by.identity.name if call.by else "",
        kind=call.kind,
        what=call.get_kind_display(),
        about=call.about,
        stanza=call.stanza,
        made_at=call.made_at,
        ended=call.ended,
        ended_at=call.ended_at,
        ended_by=call.ended_by.identity.name if call.ended_by else "",
        note=call.note,
    )
