"""What the results of an event say on the wall: its certified games, by the names that people allow."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass

from django.urls import reverse

from sanctioning.kit.messages.mail_text import link_to
from scoring.results.selectors.results import EventGame, event_detail
from tournaments.formats.registry import format_named


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsPoster:
    """`games` are those that are certified, of which `several` says that the format plays more than one;
    `open` counts the others. `sha256` tells two states of it apart."""

    name: str
    club: str
    place: str
    first_day: dt.date
    last_day: dt.date
    address: str
    several: bool
    games: tuple[EventGame, ...]
    open: int

    @property
    def sha256(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()


def results_poster(slug: str) -> ResultsPoster | None:
    """None where the public sees no such event."""
    event = event_detail(slug=slug)
    if event is None:
        return None
    certified = tuple(game for game in event.games if game.placings)
    return ResultsPoster(
        name=event.name,
        club=event.club_name,
        place=event.place,
        first_day=event.first_day,
        last_day=event.last_day,
        address=link_to(reverse("event", args=[event.slug])),
        several=format_named(event.format).plays_several_games,
        games=certified,
        open=len(event.games) - len(certified),
    )
