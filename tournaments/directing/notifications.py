"""Who is told that a player went home."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.identity.lookup import people_who_run
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.games.models import Game


def tell_of_leaver(*, person: Person, game: Game, entry: Entry, at: dt.datetime) -> None:
    """Whoever runs the event hears that somebody left a table and went home."""
    send(
        to=people_who_run(game.event.club, day_of(at)).exclude(pk=person.pk),
        kind="player-left-table",
        about=entry,
        occasion=f"{game.pk}/{at:%Y-%m-%dT%H:%M:%S}",
        path=reverse("floor", args=[game.event.slug]),
        context={"who": person, "event": game.event, "game": game},
        at=at,
    )
