"""What tables reported last, for those who rule on it: the stanzas of a game, the slips of an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.reported import Place, SlipsOfRounds
from tournaments.reports.models.report import ReportFinding, StanzaReport
from tournaments.slips.selectors.slips import game_of_event
from tournaments.slips.services.event_slips import folder_of
from tournaments.tables.models.sheet import StanzaVersion


def places_due(game: Game) -> tuple[Place, ...]:
    """The slips that are due, in the order of play; none of a game that is one table. Six queries."""
    if not format_named(game.event.format).covers_event:
        return ()
    due = folder_of(game).due.values()
    return tuple(Place(one.place, f"{one.phase}: {one.title}", one.teams) for one in due)


def slips_of_rounds(event: Event) -> SlipsOfRounds:
    """Nothing is missing once the event is closed. Eight queries at most."""
    game = game_of_event(event) if format_named(event.format).covers_event else None
    if game is None:
        return SlipsOfRounds()
    folder = folder_of(game)
    missing = folder.missing if game.state in Game.RUNNING else ()
    return SlipsOfRounds(
        missing=Counter(due.round for due in missing if due.round),
        handed_in=Counter(folder.due[place].round if place in folder.due else 0 for place in folder.slips),
    )


def open_errors_of(games: Collection[int]) -> dict[int, int]:
    """By game how many errors of its report nobody has settled. One query."""
    open_ones = ReportFinding.objects.filter(
        report__game__in=games, report__current=True, severity="error", settled_at__isnull=True
    )
    return Counter(open_ones.values_list("report__game", flat=True))


def reported_stanzas(game: Game) -> dict[int, dict[str, Any]]:
    """By number; of a game reported in one piece those of the record that was sent last. At most two
    queries."""
    versions = StanzaVersion.objects.filter(game=game).order_by("number", "version")
    by_stanza = dict(versions.values_list("number", "body"))
    if by_stanza:
        return by_stanza
    sent = game.reports.filter(amends__isnull=True).order_by("-version").values("pk")[:1]
    return dict(StanzaReport.objects.filter(report__in=sent).values_list("number", "body"))
