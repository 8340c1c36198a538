"""Where everybody sits in a round, in the order of names, for wall and screen; and where one person sits now.

Invariant: names as the public sees them, as on the page of rounds.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_sort_name, telling_apart
from sanctioning.kit.clock import moment
from tournaments.events.addresses import game_path
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.rounds.models.round import Round
from tournaments.tables.models.stay import Stay
from tournaments.teams.models.team import TeamMember

LINGERING: Final = dt.timedelta(hours=12)
"""How long after the planned end of an event somebody is still shown their table there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sits:
    """Somebody in a round; `team` where teams enter, `guest` where they sit there a second time; `group` the
    game of the group ("20A") where the table was split, and `seat` theirs in it."""

    name: str
    table: int
    seat: int
    team: str = ""
    guest: bool = False
    group: str = ""

    @property
    def place(self) -> str:
        """What is called out: the number of the table, of a group its game."""
        return self.group or str(self.table)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """Where somebody sits who is at an event now; no seat where the game draws none."""

    event_name: str
    round_label: str
    table: int
    seat: int | None
    starts_at: dt.datetime
    time_zone: str
    path: str


def seating_of(round: Round) -> tuple[Sits, ...]:
    """By family name where everybody sits now, whatever the table; where one game is the whole event, where
    they were drawn. Two queries at most."""
    if format_named(round.event.format).opens_games_by_table:
        return _sitting_in(round)
    guests = {int(table): players for table, players in round.guests.items()}
    numbers = {player for table in round.tables for player in table}
    numbers |= {player for players in guests.values() for player in players}
    names = _names(numbers)
    teams = _teams(round)
    seated = [
        Sits(name=names[player], table=table, seat=seat, team=teams.get(player, ""))
        for table, players in enumerate(round.tables, start=1)
        for seat, player in enumerate(players, start=1)
    ]
    seated += [
        Sits(name=names[player], table=table, seat=0, team=teams.get(player, ""), guest=True)
        for table, players in guests.items()
        for player in players
    ]
    return tuple(sorted(seated, key=lambda sits: (sits.name.casefold(), sits.guest)))


def _sitting_in(round: Round) -> tuple[Sits, ...]:
    """At the tables of the round and those that they were split into. Two queries."""
    own = Game.objects.filter(event=round.event_id, round=round).exclude(state=Game.State.VOID)
    of_table = own.filter(number=OuterRef("game__number")).values("table")[:1]
    family = GamePlayer.objects.filter(game__event=round.event_id, game__number__in=own.values("number"))
    sitting = family.exclude(game__state__in=(Game.State.VOID, Game.State.SPLIT)).filter(_sits())
    of_game = ("record_id", "at", "seat", "game__number", "game__group")
    rows = list(sitting.annotate(at=Subquery(of_table)).values_list(*of_game))
    names = _names({row[0] for row in rows})
    seated = (
        Sits(
            name=names[number],
            table=table,
            seat=seat or 0,
            group=f"{game}{group}" if group else "",
        )
        for number, table, seat, game, group in rows
    )
    return tuple(sorted(seated, key=lambda sits: sits.name.casefold()))


def _names(numbers: Collection[str]) -> dict[str, str]:
    """By number, those of namesakes told apart. One query."""
    people = people_by_number(numbers)
    named = telling_apart(public_sort_name, people.values())
    return {number: named(person) for number, person in people.items()}


def _sits() -> Q:
    """Whether a player has not left the table, or had not when the game ended."""
    stays = Stay.objects.filter(player=OuterRef("pk"))
    until_its_end = stays.filter(until=OuterRef("game__stanzas_played"))
    over = ~Q(game__state__in=(*Game.RUNNING, Game.State.SPLITTING))
    begun = Exists(Stay.objects.filter(player__game=OuterRef("game")))
    return (
        Q(Exists(stays.filter(until__isnull=True)))
        | (Q(Exists(until_its_end)) & over)
        | (~Q(begun) & Q(seat__isnull=False))
    )


def seats_now(people: Collection[int]) -> QuerySet[GamePlayer]:
    """Where these people sit in games that are open or played, with event and round; not read yet."""
    left = Stay.objects.filter(player=OuterRef("pk"))
    sits = ~Exists(left) | Exists(left.filter(until__isnull=True))
    running = GamePlayer.objects.filter(
        sits,
        person__in=people,
        game__state__in=Game.RUNNING,
        game__event__ends_at__gte=moment(None) - LINGERING,
    )
    return running.select_related("game__event", "game__round").order_by("game__starts_at", "pk")


def own_tables(seats: Iterable[GamePlayer]) -> tuple[OwnTable, ...]:
    """The tables of `seats_now`. One query where one game is a whole event."""
    seats = list(seats)
    events = {seat.game.event for seat in seats}
    by_round = [event for event in events if format_named(event.format).seats_by_round]
    latest: dict[int, Round] = {}
    if by_round:
        for round in Round.objects.confirmed().filter(event__in=by_round):
            latest[round.event_id] = round
    tables = (_own_table(seat, latest.get(seat.game.event_id)) for seat in seats)
    return tuple(table for table in tables if table is not None)


def _own_table(player: GamePlayer, latest: Round | None) -> OwnTable | None:
    game, event = player.game, player.game.event
    if latest is None:
        return _of_a_game(player, game, event)
    table = next(
        (number for number, seats in enumerate(latest.tables, start=1) if player.record_id in seats), None
    )
    if table is None:
        return None
    return OwnTable(
        event_name=event.name,
        round_label=latest.label,
        table=table,
        seat=None,
        starts_at=latest.starts_at,
        time_zone=event.time_zone,
        path=game_path(game),
    )


def _of_a_game(player: GamePlayer, game: Game, event: Event) -> OwnTable | None:
    if format_named(event.format).seats_by_round:
        return None
    return OwnTable(
        event_name=event.name,
        round_label=game.round.label if game.round else game.label,
        table=game.table or game.number,
        seat=player.seat,
        starts_at=game.starts_at,
        time_zone=event.time_zone,
        path=game_path(game, "table"),
    )


def _teams(round: Round) -> dict[str, str]:
    """The team of each player, by number. One query where teams enter."""
    if not format_named(round.event.format).unit.is_team:
        return {}
    members = TeamMember.objects.filter(team__event=round.event, team__withdrawn_at=None)
    rows = members.values_list("entry__person__number", "team__number", "team__name")
    return {player: f"{number}. {name}" for player, number, name in rows}
