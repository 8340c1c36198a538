"""What the forms of a charge and a vote offer to choose from."""

from __future__ import annotations

from django.db.models import Q

from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.games.services.game_families import family_of
from tournaments.justice.votes.services.current_players import Table


def players_to_name(game: Game) -> tuple[tuple[str, str], ...]:
    """Who plays or played there, by record id and name, those who sit there first."""
    family = family_of(game)
    table = Table(family, family.games[game.pk])
    names = {player.record_id: player.person.name for player in family.players_of(game)}
    gone = [record_id for record_id in names if record_id not in table.current]
    return tuple((record_id, names[record_id]) for record_id in (*table.current, *gone))


def games_to_bar_from(game: Game) -> tuple[tuple[str, str], ...]:
    """Events to come, by slug and name: of the club, and of the same series."""
    event = game.event
    mine = Q(club=event.club_id)
    if event.series_id:
        mine |= Q(series=event.series_id)
    coming = Event.objects.filter(mine, ends_at__gte=event.starts_at, cancelled_at__isnull=True)
    coming = coming.exclude(pk=event.pk).order_by("starts_at", "pk")[:24]
    return tuple((event.slug, f"{event.name}, {event.first_day.isoformat()}") for event in coming)
