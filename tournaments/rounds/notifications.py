"""Who is told of seats: everybody at which table they sit, and once more when the round is taken back or
their game is called off."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db.models import QuerySet
from django.urls import reverse

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_name, telling_apart
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.services.messages import MessageTo, send, send_each
from tournaments.events.addresses import game_path
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.rounds.models.round import Round

SEATED = "seated"


def tell_of_seats(*, round: Round, games: Sequence[Game], at: dt.datetime) -> int:
    """Everybody hears where they sit in a confirmed round, once; gives how many had not heard."""
    numbers = [number for table in round.tables for number in table]
    by_number = people_by_number(numbers)
    pages = {game.table: game_path(game, "table") for game in games if game.table is not None}
    letters = []
    for number, seats in enumerate(round.tables, start=1):
        at_table = [by_number[player] for player in seats]
        named = telling_apart(public_name, at_table)
        path = pages.get(number, reverse("rounds", args=[round.event.slug]))
        for seat, person in enumerate(at_table, start=1):
            others = [named(other) for other in at_table if other.pk != person.pk]
            context = {
                "round": round,
                "event": round.event,
                "table": number,
                "seat": seat if format_named(round.event.format).draws_seats else None,
                "others": others,
            }
            letters.append(MessageTo(to=person, about=round, path=path, context=context))
    return len(send_each(letters, kind=SEATED, occasion=_occasion(round), at=at))


def tell_that_it_is_taken_back(*, round: Round, why: str, at: dt.datetime) -> None:
    """Whoever was told a table in the round, which is still confirmed, hears that it holds no more."""
    told = letters_about_seats(round).select_related("to").order_by("pk")
    send(
        to=[message.to for message in told],
        kind="seats-taken-back",
        about=round,
        occasion=_occasion(round),
        path=reverse("rounds", args=[round.event.slug]),
        context={"round": round, "event": round.event, "why": why},
        at=at,
    )


def tell_that_it_is_called_off(*, game: Game, why: str, at: dt.datetime) -> None:
    """Whoever still sits or waits at a game that is not played hears that they are
    free."""
    sitting = game.players.filter(seat__isnull=False).select_related("person").order_by("seat")
    waiting = game.waiting.filter(ended_at__isnull=True).select_related("person").order_by("pk")
    send(
        to=[*(player.person for player in sitting), *(waiter.person for waiter in waiting)],
        kind="game-called-off",
        about=game,
        occasion=str(game.revision),
        path=reverse("event", args=[game.event.slug]),
        context={"game": game, "event": game.event, "why": why},
        at=at,
    )


def letters_about_seats(round: Round) -> QuerySet[Message]:
    """What people were told of their tables in a round that is confirmed."""
    of_round = Message.objects.filter(thing_type=Round._meta.label, thing_id=str(round.pk))
    return of_round.filter(kind=SEATED, occasion=_occasion(round))


def _occasion(round: Round) -> str:
    """Confirmed again, a round is told again."""
    assert round.confirmed_at is not None
    return f"{round.confirmed_at.timestamp():.6f}"
