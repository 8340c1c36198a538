"""Whether anything has changed since somebody looked: stamps of a table, an event, the list of events.

Invariant: a stamp differs whenever the page would look different; two queries, however many tables."""

from __future__ import annotations

import datetime as dt
import hashlib

from django.db.models import Count, Q

from sanctioning.kit.clock import moment
from sanctioning.kit.prepared_queries import PreparedValues
from tournaments.calls.models import Call
from tournaments.events.models.announcement import Announcement
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.models.round import Round
from tournaments.tables.models.sheet import Split

State = Game.State


PLAYED = (State.PLAYING, State.SPLITTING)


_GAMES = PreparedValues(
    lambda slug: (
        Game.objects.filter(event__slug=slug)
        .order_by("pk")
        .values_list(
            "pk",
            "state",
            "revision",
            "stanzas_played",
            "first_dealer_id",
            "acting_executor_id",
            "event__name",
        )
    )
)
_ANNOUNCED = PreparedValues(
    lambda slug: (
        Announcement.objects.filter(event__slug=slug, taken_down_at__isnull=True)
        .order_by("pk")
        .values_list("pk", "until")
    )
)


def board_stamp(slug: str, at: dt.datetime | None = None) -> str:
    """What the board of an event stands at. Two queries."""
    at = moment(at)
    hung = [key for key, until in _ANNOUNCED(slug) if until is None or until > at]
    return stamp_of(_GAMES(slug), hung)


def slips_stamp(event: Event) -> str:
    """What the floor above the slips of an event stands at. Two queries."""
    open_rounds = Count("event__rounds", filter=Q(event__rounds__state=Round.State.OPEN))
    games = event.games.annotate(rounds_open=open_rounds).order_by("pk")
    rows = games.values_list("pk", "state", "revision", "acting_executor_id", "rounds_open")
    calls = Call.objects.filter(game__event=event, ended="").order_by("pk")
    return stamp_of(list(rows), list(calls.values_list("pk")))


def live_stamp() -> str:
    """What the list of events in play stands at. One query."""
    playing = Game.objects.filter(state__in=PLAYED).order_by("pk")
    return stamp_of(list(playing.values_list("pk", "stanzas_played", "revision")))


def stamp_of(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def table_stamp(game: Game) -> str:
    """Differs whenever the table would look different to the same person. Two queries."""
    family = Game.objects.filter(event=game.event_id, number=game.number).order_by("pk")
    rows = family.annotate(
        settled=Count("settlements", distinct=True), ordered=Count("authorisations", distinct=True)
    ).values_list(
        "pk",
        "state",
        "revision",
        "acting_executor_id",
        "first_dealer_id",
        "settled",
        "ordered",
    )
    drawn = Split.objects.filter(game=game.pk).order_by("pk").values_list("state", "draws")
    return stamp_of(list(rows), list(drawn))
