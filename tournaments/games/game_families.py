"""A game and all groups that came of it: locked together, and who played where last.

Purpose: a person sits at one table of a family at a time, returns anywhere in it with his former score, and
is ranked in it once, where he last played.
Invariant: whoever acts across games of a family locks all of them, in the order of their making.
Rule section: II (re-entering players, splitting a game); readings 37 and 38.
Terms: place (a game of the family and the last stanza that somebody played there).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.db.models import Model, QuerySet
from django.db.models.constants import LOOKUP_SEP

from rules_engine.whoopie import record_writing as composing
from sanctioning.identity.names import shown
from sanctioning.identity.same_person import identity_id, same_person
from sanctioning.kit.prepared_queries import Prepared, PreparedValues
from sanctioning.people.models.person import Person
from tournaments.events.models.event import EVENT_PARTS, Event
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.stay import Stay

State = Game.State
GOES_ON = "A"
LIVE = (State.OPEN, State.PLAYING, State.SPLITTING)


class StanzaPlace(NamedTuple):
    game_id: int
    stanza: int


@dataclass(frozen=True)
class Family:
    """The games of one number of an event, with everybody's stays in the order in which they began."""

    games: dict[int, Game]
    players: tuple[GamePlayer, ...]
    stays: tuple[Stay, ...]

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """Its games, column by column as `rows_of_family` reads them."""
        return [tuple(getattr(game, column) for column in COLUMNS) for game in self.games.values()]

    @cached_property
    def last_stanza(self) -> dict[int, StanzaPlace]:
        """For each person by id who played a stanza at all, the last one."""
        return self._places(also_placed=False)

    @cached_property
    def home(self) -> dict[int, StanzaPlace]:
        """For each person who played, where his score stands: where he played last, or was placed by a split
        since (stanza 0 while he has not played there)."""
        return self._places(also_placed=True)

    def _places(self, *, also_placed: bool) -> dict[int, StanzaPlace]:
        places: dict[int, StanzaPlace] = {}
        for stay in self.stays:
            end = self.end_of(stay)
            placed = also_placed and stay.left_of_id is None and stay.came_from_id is not None
            if end >= stay.since or placed:
                place = StanzaPlace(stay.player.game_id, end if end >= stay.since else 0)
                # Of a record that was merged by either key: whoever sits there plays on under the other.
                places[stay.player.person_id] = places[identity_id(stay.player.person)] = place
        return places

    def end_of(self, stay: Stay) -> int:
        """The last stanza of a stay so far; below its first one if he has not played yet."""
        played = self.games[stay.player.game_id].stanzas_played
        return played if stay.until is None else min(stay.until, played)

    def goes_on_as(self, game_id: int) -> Game:
        """The game itself, or after a split the group that carries on its name."""
        game = self.games[game_id]
        while game.state == State.SPLIT:
            game = next(other for other in self.games.values() if self._carries_on(other, game))
        return game

    def ranked_in(self, person_id: int) -> Game | None:
        """The one game of the family in whose standings the person belongs."""
        place = self.home.get(person_id)
        return self.goes_on_as(place.game_id) if place else None

    def sits_in(self, person_id: int) -> Game | None:
        """The game of the family, still played, at whose table the person sits, by the kept record."""
        for stay in self.stays:
            game = self.games[stay.player.game_id]
            sits = stay.until is None and game.state in LIVE
            if sits and identity_id(stay.player.person) == person_id:
                return game
        begun = {stay.player.game_id for stay in self.stays}
        for player in self.players:
            game = self.games[player.game_id]
            drawn_up = player.seat is not None and game.pk not in begun
            first = drawn_up and game.state == State.OPEN and not game.group
            if first and identity_id(player.person) == person_id:
                return game
        return None

    def sits_at(self, game: Game, person: Person) -> bool:
        """As `tournaments.events.permissions.sits_at`, read off what is at hand."""
        stays = self.stays_in(game)
        own = {player.pk for player in self.players_of(game) if same_person(person, player.person)}
        ends = {None} if game.state in Game.RUNNING else {None, game.stanzas_played}
        return bool(own) and (
            not stays or any(stay.player_id in own and stay.until in ends for stay in stays)
        )

    def plays(self, person: Person) -> bool:
        """As `tournaments.events.permissions.plays_in_family`, read off what is at hand."""
        return any(same_person(person, player.person) for player in self.players)

    def players_of(self, game: Game) -> list[GamePlayer]:
        return [player for player in self.players if player.game_id == game.pk]

    def stays_in(self, game: Game) -> list[Stay]:
        return [stay for stay in self.stays if stay.player.game_id == game.pk]

    def ancestors_of(self, game: Game) -> list[Game]:
        """The parent, its parent, and so on."""
        ancestors = []
        while game.parent_id is not None:
            game = self.games[game.parent_id]
            ancestors.append(game)
        return ancestors

    def table_of(self, game: Game) -> tuple[str, ...]:
        """Who sits down to the next stanza, clockwise, by record id."""
        return table_of(game, self.players_of(game), self.stays_in(game))

    def _carries_on(self, group: Game, parent: Game) -> bool:
        named = group.group == parent.group + GOES_ON
        return group.parent_id == parent.pk and named and group.state != State.VOID


def locked_family(game: Game, *, event: Event | None = None, with_sheets: bool = False) -> Family:
    """All games of the family under their rows' locks, also those that came while others were waited for;
    otherwise as `family_of`."""
    rows_of_family(game, lock=True)
    return family_of(game, event=event, with_sheets=with_sheets)


def rows_of_family(game: Game, *, lock: bool = False) -> list[tuple[Any, ...]]:
    """The rows of all games of the family as they stand, or from now on under their locks. One query."""
    return (_LOCKED_ROWS if lock else _ROWS)(game.event_id, game.number)


def family_of(game: Game, *, event: Event | None = None, with_sheets: bool = False) -> Family:
    """The family as it stands. Four queries, none of which reads anything twice; three where the `event` is
    at hand with `EVENT_PARTS`. With sheets, each game has its own, as far as there is one."""
    asked = _GAMES_AND_SHEETS if with_sheets else _GAMES
    games = asked(game.event_id, game.number)
    if event is None:
        [event] = _EVENT(game.event_id)
    players = _PLAYERS(game.event_id, game.number)
    return _family(games, event, players, _STAYS(game.event_id, game.number))


def event_at_hand(game: Game) -> Event | None:
    """The event, where it was read with the game and has its `EVENT_PARTS`; for what only reads."""
    if not Game.event.is_cached(game):
        return None
    for part in EVENT_PARTS:
        thing: Model | None = game.event
        for name in part.split(LOOKUP_SEP):
            if thing is not None and name not in thing._state.fields_cache:
                return None
            thing = thing and getattr(thing, name)
    return game.event


def with_games_now(family: Family, game: Game) -> Family:
    """A family of which nothing but the games has changed, with these and their sheets. One query."""
    games = _GAMES_AND_SHEETS(game.event_id, game.number)
    return _family(games, family.games[game.pk].event, family.players, family.stays)


def _family(
    games: Sequence[Game], event: Event, players: Sequence[GamePlayer], stays: Sequence[Stay]
) -> Family:
    """Everything refers to what stands beside it."""
    game_by_key = {game.pk: game for game in games}
    player_by_key = {player.pk: player for player in players}
    for game in games:
        game.event = event
    for stay in stays:
        stay.player = player_by_key[stay.player_id]
        if stay.left_of_id is not None:
            stay.left_of = player_by_key[stay.left_of_id]
        if stay.came_from_id is not None:
            stay.came_from = game_by_key[stay.came_from_id]
    return Family(games=game_by_key, players=tuple(players), stays=tuple(stays))


def _games(event: int, number: int) -> QuerySet[Game]:
    games = Game.objects.filter(event=event, number=number)
    return games.select_related("acting_executor__person").order_by("pk")


def _rows(event: int, number: int) -> QuerySet[Game, tuple[Any, ...]]:
    return Game.objects.filter(event=event, number=number).order_by("pk").values_list(*COLUMNS)


COLUMNS: Final = tuple(field.attname for field in Game._meta.concrete_fields)
_ROWS = PreparedValues(_rows)
_LOCKED_ROWS = PreparedValues(lambda event, number: _rows(event, number).select_for_update(no_key=True))
_GAMES = Prepared(_games)
_GAMES_AND_SHEETS = Prepared(lambda event, number: _games(event, number).select_related("sheet"))
_PLAYERS = Prepared(
    lambda event, number: (
        GamePlayer.objects.filter(game__event=event, game__number=number)
        .select_related("person__merged_into", *shown("person"))
        .order_by("pk")
    )
)
_STAYS = Prepared(
    lambda event, number: Stay.objects.filter(
        player__game__event=event, player__game__number=number
    ).order_by("pk")
)
_EVENT = Prepared(lambda event: Event.objects.select_related(*EVENT_PARTS).filter(pk=event).order_by())


def table_of(game: Game, players: list[GamePlayer], stays: list[Stay]) -> tuple[str, ...]:
    """Who sits down to the next stanza, clockwise, by record id."""
    return composing.seated(seats_of(players), [law_stay(stay) for stay in stays], game.stanzas_played + 1)


def seats_of(players: list[GamePlayer]) -> list[str]:
    """Who sat at the first deal, clockwise."""
    seated = sorted((player.seat, player.record_id) for player in players if player.seat is not None)
    return [record_id for _, record_id in seated]


def law_stay(stay: Stay, score: int | None = None, came_from: str | None = None) -> composing.Stay:
    """A stay as the law writes it down, with the score that was brought from another game."""
    return composing.Stay(
        player=stay.player.record_id,
        since=stay.since,
        until=stay.until,
        left_of=stay.left_of.record_id if stay.left_of else None,
        returns=stay.returns,
        score=score,
        came_from=came_from,
    )
