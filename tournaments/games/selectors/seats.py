"""Where people sit at an event."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.games.game_families import LIVE
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.stay import Stay


def seat_in(event: Event, person: Person) -> Game | None:
    """The game of the event that is still to be played or played on, at whose table the person sits. One
    query."""
    seats = sitting(_live_games(event)).filter(person__in=rows_of(person))
    player = seats.select_related("game__event__club", "game__round").first()
    return player.game if player else None


def tables_sat_at(event: Event, person: Person) -> int:
    """At how many tables of the event they sit or have sat. One query."""
    return GamePlayer.objects.filter(game__event=event, person__in=rows_of(person)).count()


def seats_at(event: Event) -> dict[int, Game]:
    """By identity the game at whose table somebody sits, while it is to be played or played on. One query."""
    return _by_identity(sitting(_live_games(event)))


def played_at(event: Event) -> dict[int, Game]:
    """By identity a game in which somebody has sat since its first stanza. One query."""
    stays = Stay.objects.filter(player=OuterRef("pk"))
    return _by_identity(GamePlayer.objects.filter(Exists(stays), game__event=event))


def _live_games(event: Event) -> QuerySet[Game]:
    return Game.objects.filter(event=event, state__in=LIVE)


def _by_identity(players: QuerySet[GamePlayer]) -> dict[int, Game]:
    rows = players.select_related("game__round").annotate(identity=Coalesce("person__merged_into", "person"))
    return {player.identity: player.game for player in rows}


def sitting(games: QuerySet[Game]) -> QuerySet[GamePlayer]:
    """Who sits at the tables of these games: in a seat of the draw until the first stanza, then as they come
    and go."""
    stays = Stay.objects.filter(until__isnull=True)
    begun = Stay.objects.filter(player__game=OuterRef("game"))
    sits = Q(Exists(stays.filter(player=OuterRef("pk")))) | Q(~Exists(begun), seat__isnull=False)
    return GamePlayer.objects.filter(sits, game__in=games)
