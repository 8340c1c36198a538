"""Where somebody sits at an event."""

from __future__ import annotations

from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.game_families import LIVE
from tournaments.tables.models.stay import Stay


def seat_in(event: Event, person: Person) -> Game | None:
    """The game of the event that is still to be played or played on, at whose table the person sits. Two
    queries."""
    rows = rows_of(person)
    live = Game.objects.filter(event=event, state__in=LIVE)
    stays = Stay.objects.filter(player__person__in=rows, until__isnull=True, player__game__in=live)
    sitting = stays.values_list("player__game", flat=True)
    begun = Stay.objects.filter(player__game__in=live).values("player__game")
    drawn_up = GamePlayer.objects.filter(person__in=rows, seat__isnull=False, game__in=live)
    first = drawn_up.exclude(game__in=begun).values_list("game", flat=True)
    game: Game | None = live.filter(pk__in=[*sitting, *first]).select_related("event__club").first()
    return game
