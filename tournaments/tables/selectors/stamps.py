"""Whether anything has changed since somebody looked: stamps of a table, an event, the list of events.

Invariant: a stamp differs whenever the page would look different; two queries, however many tables."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Aggregate, Count, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Coalesce
from django.db.models.sql.compiler import SQLCompiler

from sanctioning.kit.clock import moment
from sanctioning.kit.kept_while_unchanged import KeptWhileUnchanged
from sanctioning.kit.prepared_queries import PreparedStamps, PreparedValues
from tournaments.calls.models import Call
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.models.round import Round
from tournaments.tables.models.sheet import Split

State = Game.State


PLAYED = (State.PLAYING, State.SPLITTING)


class _Told(Aggregate):
    """The columns of every row as one text, in no order; the database sends one row where it had hundreds."""

    arg_joiner = " || ',' || "
    output_field = TextField()
    template = "STRING_AGG(%(expressions)s, ';')"

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> Any:
        return super().as_sql(compiler, connection, template="GROUP_CONCAT(%(expressions)s, ';')", **context)


def _told(*columns: str) -> _Told:
    return _Told(*(Coalesce(column, 0) if column.endswith("_id") else column for column in columns))


def _sorted(listed: str | None) -> list[str]:
    return sorted((listed or "").split(";"))


_OF_A_GAME: Final = ("pk", "state", "revision", "stanzas_played", "first_dealer_id", "acting_executor_id")
_EVENT: Final = PreparedValues(
    lambda slug: (
        Event.objects.filter(slug=slug)
        .annotate(
            hung=FilteredRelation("announcements", condition=Q(announcements__taken_down_at__isnull=True)),
            played=Subquery(
                Game.objects.filter(event=OuterRef("pk"))
                .order_by()
                .values("event")
                .annotate(told=_told(*_OF_A_GAME))
                .values("told")
            ),
        )
        .order_by("hung__pk")
        .values_list("name", "played", "hung__pk", "hung__until")
    )
)


def _event_now(slug: str) -> tuple[str, list[tuple[int, dt.datetime | None]]]:
    """What an event and its games stand at, and what is announced there until when."""
    rows = _EVENT(slug)
    hung = [(key, until) for _, _, key, until in rows if key is not None]
    return stamp_of([(name, _sorted(played)) for name, played, _, _ in rows[:1]]), hung


_event: Final = KeptWhileUnchanged(_event_now)


def board_stamp(slug: str, at: dt.datetime | None = None) -> str:
    """What the board of an event stands at. One query where nothing was written since the last, else two."""
    at = moment(at)
    played, hung = _event(slug)
    return stamp_of(played, [key for key, until in hung if until is None or until > at])


def slips_stamp(event: Event) -> str:
    """What the floor above the slips of an event stands at. Two queries."""
    open_rounds = Count("event__rounds", filter=Q(event__rounds__state=Round.State.OPEN))
    games = event.games.annotate(rounds_open=open_rounds).order_by("pk")
    rows = games.values_list("pk", "state", "revision", "acting_executor_id", "rounds_open")
    calls = Call.objects.filter(game__event=event, ended="").order_by("pk")
    return stamp_of(list(rows), list(calls.values_list("pk")))


_LIVE: Final = PreparedValues(
    lambda *states: (
        Game.objects.filter(state__in=states)
        .order_by()
        .values("event")
        .annotate(told=_told("pk", "stanzas_played", "revision"))
        .values_list("told")
    )
)


_live: Final = KeptWhileUnchanged(lambda _: stamp_of(sorted(_sorted(listed) for (listed,) in _LIVE(*PLAYED))))


def live_stamp() -> str:
    """What the list of events in play stands at. One query where nothing was written since, else two."""
    return _live("")


def stamp_of(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def table_stamp(game: Game) -> str:
    """Differs whenever the table would look different to the same person. One query."""
    return stamp_of(_TABLE(game.pk))


def _family(game: int) -> QuerySet[Game, Any]:
    games = Game.objects.filter(event__games=game, number=F("event__games__number")).order_by("pk")
    counted = games.annotate(
        settled=Count("settlements", distinct=True), ordered=Count("authorisations", distinct=True)
    )
    return counted.values_list(
        "pk", "state", "revision", "acting_executor_id", "first_dealer_id", "settled", "ordered"
    )


_TABLE: Final = PreparedStamps(
    _family, lambda game: Split.objects.filter(game=game).order_by("pk").values_list("pk", "state", "draws")
)
