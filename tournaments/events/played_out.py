"""Events that are closed or played out: what can no longer be done there.

Purpose: pages offer, and services take, only what can still be done; what was played is changed by rulings
and corrections alone.
Invariants: nobody enters, or is seated at, a closed event; nobody comes to or leaves one that is played out.
Terms: closed (the one game of the event is reported), played out (closed; of several games, all have ended
and the last day is over, until a further one is opened).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from tournaments.events.games_and_rounds import games_in
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game


def is_closed(event: Event) -> bool:
    """One query where the event is one game, else none; once in a page."""
    if not format_named(event.format).ends_with_its_game:
        return False
    return is_closed_by(event.format, (game.state for game in games_in(event)))


def is_closed_by(format_slug: str, states: Iterable[str]) -> bool:
    """The same of an event whose games stand at these states."""
    ends = format_named(format_slug).ends_with_its_game
    return ends and any(state not in Game.RUNNING for state in states)


def is_past_first_day(format_slug: str, first_day: dt.date, last_day: dt.date, day: dt.date) -> bool:
    """Whether an event of teams over several days has begun its second one: no team comes to it any more."""
    return format_named(format_slug).unit.is_team and first_day < last_day and day > first_day


def takes_no_more_teams(event: Event, at: dt.datetime) -> bool:
    """The same of an event at a moment."""
    return is_past_first_day(event.format, event.first_day, event.last_day, event.local_day(at))


def require_takes_teams(event: Event, at: dt.datetime) -> None:
    """Refuse a further team once the first day of several is over; a substitute may still come."""
    if takes_no_more_teams(event, at):
        raise Refusal(
            code="entries-closed",
            sentence=_("The first day of %(event)s has passed, so it takes no more teams.")
            % {"event": event.name},
            rule=_("IV: an event says when it takes entries."),
            remedy=_("Let a substitute in if the rules allow it, or enter the team in another event."),
        )


def is_played_out(event: Event, at: dt.datetime) -> bool:
    """One query at most."""
    if format_named(event.format).ends_with_its_game:
        return is_closed(event)
    if event.local_day(at) <= event.last_day:
        return False
    states = set(event.games.values_list("state", flat=True))
    return bool(states) and states <= set(Game.ENDED)


def needs_no_more_executors(event: Event, at: dt.datetime) -> bool:
    """Whether no game to come asks for an Acting Executor: it is cancelled, closed, or past its last day."""
    return event.cancelled_at is not None or is_closed(event) or event.local_day(at) > event.last_day


def require_not_closed(event: Event) -> None:
    """Refuse what can be done only before the event is reported."""
    if is_closed(event):
        raise _refused(event)


def require_not_played_out(event: Event, at: dt.datetime) -> None:
    """Refuse what can be done only while the event is played."""
    if is_played_out(event, at):
        raise _refused(event)


def _refused(event: Event) -> Refusal:
    return Refusal(
        code="played-out",
        sentence=_("%(event)s is over.") % {"event": event.name},
        rule=_("Who was entered, came and sat is final once the result is reported."),
        remedy=_("Use a correction to change what was reported wrongly."),
    )
