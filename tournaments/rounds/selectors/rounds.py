"""Rounds with their tables, draws and seeds, as anybody may see them; and the table of one game."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.db.models import prefetch_related_objects

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_name, shown, telling_apart
from sanctioning.kit.lists.word_search import says_all
from sanctioning.people.models.person import Person
from tournaments.events.games_and_rounds import rounds_in
from tournaments.events.models.event import Event
from tournaments.events.played_out import is_closed_by
from tournaments.formats.documents import ShownPlan
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer
from tournaments.hooks import SLIPS_OF_ROUNDS, SlipsOfRounds
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.unfinished_rounds import slips_since, still_to_play
from tournaments.teams.selectors.teams import names_of_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    seat: int
    name: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTeam:
    """A team at a table: `role` says what it does after the round, "" where the game moves nobody; a `guest`
    sits there a second time, so that nobody is left over."""

    number: int
    name: str
    players: tuple[str, ...]
    role: str
    guest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTable:
    """`teams` are there where teams enter; `game` is the number of the game that was opened there, 0 before
    the round is confirmed; `guests` are the names of those who sit there a second time, so that nobody is
    left over."""

    table: int
    game: int
    seats: tuple[Seated, ...]
    guests: tuple[str, ...] = ()
    teams: tuple[SeatedTeam, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDraw:
    number: int
    seed: str
    why: str
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDetail:
    """`question` is what `decide seating` answers with these tables; empty for tables made by hand; `played`
    tells whether play there is over; `missing` counts the slips of it that the event needs and nobody has
    handed in, or where each table is a game the games that are not over; `last` says that no round is
    confirmed after it and nothing of it is played, so that it can be taken back."""

    id: int
    number: int
    label: str
    kind: Annotated[str, Round.Kind]
    state: Annotated[str, Round.State]
    state_words: str
    played: bool
    missing: int
    last: bool
    mode: str
    mode_words: str
    preferred: int
    seed: str
    planned: ShownPlan
    starts_at: dt.datetime
    repeats: int
    new_meetings: int
    question: str
    tables: tuple[RoundTable, ...]
    draws: tuple[RoundDraw, ...]


def rounds_of(
    event: Event, *, counted: bool = True, named: Callable[[Person], str] = public_name
) -> tuple[RoundDetail, ...]:
    """All rounds, the latest first, those discarded too. Four queries, one more where teams enter, five more
    where what is still to be played is `counted`, eight where one game is the event."""
    rounds = list(reversed(rounds_in(event)))
    prefetch_related_objects(rounds, "draws__drawn_by")
    games = list(event.games.only("event", "number", "state", "round", "table"))
    numbers = {number for round in rounds for table in round.tables for number in table}
    people = people_by_number(numbers)
    named = telling_apart(named, people.values())
    names = {number: named(person) for number, person in people.items()}
    kept = {number: person.identity.number for number, person in people.items()}
    teams = _Teams(event, names)
    by_slips = format_named(event.format).hands_in_slips
    slips = SLIPS_OF_ROUNDS.only()(event) if counted and by_slips else SlipsOfRounds()
    missing = slips.missing if by_slips or not counted else still_to_play(event)
    last = max((round.number for round in rounds if round.state == Round.State.OPEN), default=0)
    if slips_since(slips, last):
        last = 0
    return tuple(_detail(round, names, kept, teams, games, missing, last) for round in rounds)


def _is_played(round: Round, format_slug: str, games: Iterable[Game]) -> bool:
    """Whether nobody plays any more at its tables, nor in the groups into which their games were split."""
    if round.state != Round.State.OPEN:
        return False
    if format_named(format_slug).ends_with_its_game:
        return is_closed_by(format_slug, (game.state for game in games))
    opened = {game.number for game in games if game.round_id == round.pk}
    return bool(opened) and not any(
        game.state in (*Game.RUNNING, Game.State.SPLITTING) for game in games if game.number in opened
    )


def _is_untouched(round: Round, games: Iterable[Game]) -> bool:
    """Whether it is confirmed and no game that it opened has begun."""
    opened = (game for game in games if game.round_id == round.pk)
    return round.state == Round.State.OPEN and all(game.state == Game.State.OPEN for game in opened)


class _Teams:
    """The teams of an event by who plays or played in them; of a player of several, the one that stands."""

    def __init__(self, event: Event, names: Mapping[str, str]) -> None:
        played = format_named(event.format)
        self.names = names
        self.roles = played.seating.roles
        self.of_player: dict[str, tuple[int, str]] = {}
        if played.unit.is_team:
            self.of_player = names_of_teams(event)

    def at(self, seats: Sequence[str], guests: Sequence[str]) -> Iterator[SeatedTeam]:
        """The teams at a table, in the order of its seats; who sits there a second time last."""
        sitting: dict[tuple[int, str], list[str]] = {}
        for player in (*seats, *guests):
            if player in self.of_player:
                sitting.setdefault(self.of_player[player], []).append(player)
        for at, ((number, name), players) in enumerate(sitting.items()):
            guest = players[0] in guests
            yield SeatedTeam(
                number=number,
                name=name,
                players=tuple(self.names[player] for player in players),
                role="" if guest or at >= len(self.roles) else str(self.roles[at]),
                guest=guest,
            )


def tables_with(round: RoundDetail, words: str) -> tuple[RoundTable, ...]:
    """Those at which all the words stand, in any case: the number of the table, a name, a number, a team."""
    return tuple(table for table in round.tables if says_all(_told_at(table), words))


def _told_at(table: RoundTable) -> str:
    people = [f"{seat.name} {seat.number}" for seat in table.seats]
    teams = (f"{team.number}. {team.name}" for team in table.teams)
    return " ".join((str(table.table), *people, *table.guests, *teams))


def round_at(event: Event, round_id: int) -> Round | None:
    round: Round | None = event.rounds.select_related("event__club").filter(pk=round_id).first()
    return round


def round_under_way(event: Event) -> int | None:
    """The latest that is confirmed, by its key."""
    confirmed = event.rounds.filter(state=Round.State.OPEN).order_by("-number", "-pk")
    key: int | None = confirmed.values_list("pk", flat=True).first()
    return key


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """What stands on the card of a table: who sits where, and how and when the game ends.

    `first_dealer_seat` is 0 while no First Dealer is drawn; `group` is the game of a group ("20A"), whose
    table has no number of its own.
    """

    event: str
    place: str
    club: str
    game: str
    table: int
    round: str
    starts_at: dt.datetime
    time_zone: str
    planned: ShownPlan
    sanction: str
    acting_executor: str
    scorekeeper: str
    first_dealer: str
    first_dealer_seat: int
    seats: tuple[Seated, ...]
    group: str = ""


def table_cards(games: Iterable[Game]) -> tuple[TableCard, ...]:
    """The cards of games that come with event, club, sanction, round and executor. One query."""
    games = list(games)
    seats: dict[int, list[GamePlayer]] = {game.pk: [] for game in games}
    players = GamePlayer.objects.filter(game__in=games, seat__isnull=False).select_related(
        "person__merged_into", *shown("person")
    )
    for player in players.order_by("seat"):
        seats[player.game_id].append(player)
    named = telling_apart(
        public_name, (player.person for players_there in seats.values() for player in players_there)
    )
    return tuple(_card(game, seats[game.pk], named) for game in games)


def games_for_cards(event: Event, round_id: int | None = None) -> tuple[Game, ...]:
    """The games of an event that are not void, or of one of its rounds, with what their cards show. One
    query."""
    games = event.games.exclude(state=Game.State.VOID)
    games = games.select_related("event__club", "event__sanction", "round", "acting_executor__person")
    if round_id is not None:
        games = games.filter(round__id=round_id)
    return tuple(games.order_by("number", "group"))


def _card(game: Game, players: list[GamePlayer], named: Callable[[Person], str]) -> TableCard:
    names = {player.pk: named(player.person) for player in players}
    sanction, executor = game.event.sanction, game.acting_executor
    return TableCard(
        event=game.event.name,
        place=game.event.place,
        club=game.event.club.name,
        game=game.label,
        table=game.table or game.number,
        group=f"{game.number}{game.group}" if game.group else "",
        round=game.round.label if game.round else "",
        starts_at=game.starts_at,
        time_zone=game.event.time_zone,
        planned=game.planned,
        sanction=sanction.label if sanction else "",
        acting_executor=executor.person.name if executor else "",
        scorekeeper=names.get(game.scorekeeper_id or 0, ""),
        first_dealer=names.get(game.first_dealer_id or 0, ""),
        first_dealer_seat=next(
            (player.seat or 0 for player in players if player.pk == game.first_dealer_id), 0
        ),
        seats=tuple(
            Seated(seat=player.seat or 0, name=names[player.pk], number=player.person.identity.number)
            for player in players
        ),
    )


def _detail(
    round: Round,
    names: Mapping[str, str],
    kept: Mapping[str, str],
    teams: _Teams,
    games: Sequence[Game],
    missing: Mapping[int, int],
    last: int,
) -> RoundDetail:
    opened = {game.table: game.number for game in games if game.round_id == round.pk}
    return RoundDetail(
        id=round.pk,
        number=round.number,
        label=round.label,
        kind=round.kind,
        state=round.state,
        state_words=round.get_state_display(),
        played=_is_played(round, round.event.format, games),
        missing=missing.get(round.number, 0) if round.state == Round.State.OPEN else 0,
        last=round.number == last and _is_untouched(round, games),
        mode=round.mode,
        mode_words=round.get_mode_display(),
        preferred=round.preferred,
        seed=round.seed,
        planned=round.planned,
        starts_at=round.starts_at,
        repeats=round.repeats,
        new_meetings=round.new_meetings,
        question=json.dumps(round.question) if round.question else "",
        tables=tuple(
            RoundTable(
                table=number,
                game=opened.get(number, 0),
                seats=tuple(
                    Seated(seat=seat, name=names[player], number=kept[player])
                    for seat, player in enumerate(table, start=1)
                ),
                guests=tuple(names[player] for player in round.guests.get(str(number), ())),
                teams=tuple(teams.at(table, round.guests.get(str(number), ()))),
            )
            for number, table in enumerate(round.tables, start=1)
        ),
        draws=tuple(
            RoundDraw(
                number=draw.number, seed=draw.seed, why=draw.why, by=draw.drawn_by.name, at=draw.drawn_at
            )
            for draw in round.draws.all()
        ),
    )
