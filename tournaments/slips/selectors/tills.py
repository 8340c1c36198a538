"""What the slips of an event mean for its till."""

from __future__ import annotations

from dataclasses import replace

from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.hooks import Till
from tournaments.justice.rulings.selectors.rulings import ruled_in
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.slips import game_of_event


def till_of(event: Event) -> Till:
    """As its format reads them; nothing before the teams are seated. Eleven queries, none of most formats."""
    slipping = format_named(event.format).slips
    game = game_of_event(event) if slipping is not None and slipping.till is not None else None
    if game is None or slipping is None or slipping.till is None:
        return Till()
    folder = folder_of(game)
    head = replace(folder.head, ruled=ruled_in(folder.rulings))
    lines, bars = slipping.till(head, folder.standing, folder.check)
    return Till(
        lines=tuple(map(str, lines)),
        kept={player: bar for team, bar in bars.items() for player in folder.head.teams[team].everybody},
    )
