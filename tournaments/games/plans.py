"""How a game was to end, in words, and whether it still is that of its event; the format says both."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.events.games_and_rounds import confirmed_rounds, games_in
from tournaments.events.models.event import Event
from tournaments.formats.documents import Planned
from tournaments.formats.registry import FORMATS, format_named
from tournaments.rounds.models.round import Round


def ends_words(planned: Planned) -> str:
    """How the game was to end, as fixed before the first deal."""
    sentences = (known.plan.words(planned) for known in FORMATS.values())
    return next(filter(None, sentences), _("not told"))


def plan_of(event: Event) -> Planned:
    """The plan by which the one game of an event is played; none before its first round. One query, once in a
    page."""
    if format_named(event.format).opens_games_by_table:
        return {}
    return next((game.planned for game in games_in(event) if game.seated), {})


def rounds_drawn(event: Event) -> int:
    """How many rounds are confirmed. One query, once in a page."""
    return len(confirmed_rounds(event))


def comes_in_with(event: Event) -> int:
    """The round from which on a team plays that comes now, once others were drawn without it; else 0. Two
    queries."""
    seating = format_named(event.format).seating
    drawn = rounds_drawn(event) if seating.bars is not None else 0
    if not drawn or drawn == seating.most(plan_of(event)):
        return 0
    return drawn + 1


def require_plans_fit(event: Event) -> None:
    """Refuse what is said of an event whose tables are seated by a plan that does not go with it."""
    fits = format_named(event.format).plan.fits
    if fits is None:
        return
    seated = event.rounds.exclude(state=Round.State.DISCARDED).values_list("planned", flat=True)
    for planned in (*seated, *event.games.values_list("planned", flat=True)):
        fits(event, planned)
