"""Noting who came late: the violation of each player, or the game that the team loses at once.

Purpose: what the clock and the game's own book say follows is noted in one act.
Invariants: what is noted is what is proposed at that moment; a lost game is written on its sheet only by
whoever may correct it, and never over a game that was played; sent twice with one key it is noted once.
Rule section: by way of the format (B-8, B-46, B-47).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.services import shortened
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import clock
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import require_not_closed
from tournaments.events.services.locks import locked_event
from tournaments.formats.canons import FORFEIT
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.canons.services import note_violation, require_keeps_canons
from tournaments.slips.models import Slip
from tournaments.slips.selectors.lateness import (
    NO_GAME,
    PLAYED,
    SAYS_SO,
    Proposal,
    game_was_played,
    lateness_of,
    lost_game,
    no_game_to_lose,
    players_of_team,
    proposal_of,
)
from tournaments.slips.services.slips import report_slip

LONGEST_KEY: Final = 60
WRITTEN: Final = "written"
FOR_THE_DIRECTOR: Final = "for-the-director"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedLate:
    """What came of it: a step of each player, and the slip on which the game is lost. `sheet` is `WRITTEN`
    with it; without it `SAYS_SO`, `NO_GAME` or `FOR_THE_DIRECTOR`, and empty where no game is lost."""

    steps: tuple[CanonStep, ...]
    slip: Slip | None = None
    sheet: str = ""


def require_may_note_late(by: Person, day: dt.date, event: Event) -> None:
    """Refuse whoever may neither see what lateness brings here nor note it."""
    require_keeps_canons(by, day, event, _("note late arrivals here"))


@transaction.atomic
def note_late(
    *,
    by: Person,
    event: Event,
    team: int,
    letters: str = "",
    round: int | None = None,
    came: dt.datetime | None = None,
    since: dt.datetime | None = None,
    choice: str = "",
    key: str = "",
    at: dt.datetime | None = None,
) -> NotedLate:
    """Note what the clock says of a team that came, or of its players at `letters`; refuses who is in time.

    `since` is the moment that counts where it is not the one that was noted, `choice` what the Director
    decides where the canon leaves it to him.

    Raises:
        Refusal: `event-not-sanctioned`, `game-played`, `in-time`, `no-game-to-lose`, `no-slips`,
            `not-allowed`, `not-called`, `other-rule-set`, `played-out`, `round-missing`, `round-unknown`,
            `team-unknown` and what `note_violation` and `report_slip` raise.
    """
    at = moment(at)
    require_may_note_late(by, day_of(at), event)
    event, key = locked_event(event), shortened(key, LONGEST_KEY)
    before = event.canon_steps.filter(key__startswith=f"{key}/") if key else CanonStep.objects.none()
    if before:
        return NotedLate(steps=tuple(before))
    require_not_closed(event)
    came = moment(came or at)
    proposed = proposal_of(event, team=team, letters=letters, round=round, came=came, since=since)
    _require_late(event, proposed)
    steps = _noted(by, event, proposed, choice, key, at) if proposed.kind else ()
    if not proposed.sheet and choice != FORFEIT:
        return NotedLate(steps=steps)
    return _lose(by, event, proposed, steps, at)


def _require_late(event: Event, proposed: Proposal) -> None:
    """Refuse who is in time, who loses nothing but a game that his team does not have, and who loses one that
    was played."""
    if not proposed.rule:
        raise Refusal(
            code="in-time",
            sentence=_("%(team)s came in time. There are no consequences.") % {"team": proposed.team_name},
            rule=lateness_of(event).rule(proposed.round),
            remedy=_("Correct the time or the round, if they are wrong."),
            status=409,
            facts={"field": "came"},
        )
    if not proposed.kind and proposed.sheet == NO_GAME:
        raise Refusal(
            code="no-game-to-lose",
            sentence=no_game_to_lose(proposed.team_name, proposed.round_title),
            rule=proposed.rule,
            remedy=proposed.unseated,
            status=409,
            facts={"field": "team"},
        )
    if proposed.sheet == PLAYED:
        raise Refusal(
            code="game-played",
            sentence=game_was_played(proposed.team_name, proposed.round_title),
            rule=proposed.rule,
            remedy=_("Say what the team came for. If this game is lost anyway, correct its sheet."),
            status=409,
            facts={"field": "round"},
        )


def _noted(
    by: Person, event: Event, proposed: Proposal, choice: str, key: str, at: dt.datetime
) -> tuple[CanonStep, ...]:
    _team, people = players_of_team(event, proposed.team, proposed.letters, proposed.rule)
    return tuple(
        note_violation(
            by=by,
            event=event,
            person=person,
            kind=proposed.kind,
            what=_what(event, proposed),
            round=proposed.round or None,
            choice=choice,
            key=f"{key}/{person.number}" if key else "",
            at=at,
        )
        for person in people
    )


def _what(event: Event, proposed: Proposal) -> str:
    facts = {
        "at": clock(proposed.came, event.time_zone),
        "minutes": proposed.minutes,
        "from": clock(proposed.counts_from, event.time_zone),
    }
    return _("Came at %(at)s, %(minutes)s minutes after %(from)s.") % facts


def _lose(
    by: Person, event: Event, proposed: Proposal, steps: tuple[CanonStep, ...], at: dt.datetime
) -> NotedLate:
    """The sheet of the game, written as lost, where there is one that does not say so."""
    if not proposed.place:
        return NotedLate(steps=steps, sheet=NO_GAME)
    game_lost = lost_game(event, proposed.place, proposed.team)
    if game_lost.lost.typed is None:
        return NotedLate(steps=steps, sheet=PLAYED if game_lost.lost.played else SAYS_SO)
    if proposed.kind and not may_run_event(by, day_of(at), event):
        return NotedLate(steps=steps, sheet=FOR_THE_DIRECTOR)
    game, place = game_lost.folder.game, game_lost.lost.place
    standing = game_lost.folder.slips.get(place)
    version = standing.version if standing else 0
    slip = report_slip(
        by=by,
        game=game,
        place=place,
        typed=game_lost.lost.typed,
        idempotency_key=f"late/{game.pk}/{place}/{version}/{proposed.team}",
        replaces=version,
        reason=f"{proposed.rule}: {_what(event, proposed)}" if version else "",
        at=at,
    )
    return NotedLate(steps=steps, slip=slip, sheet=WRITTEN)
