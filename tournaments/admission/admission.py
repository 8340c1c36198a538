"""Whom an event lets in: no bar, no suspension and no ruling is in the way, he rules no game of it, every
condition of it is met, or was ruled to be met.

Rule section: III (bars, readings 57 and 58), B-47 and B-48 (suspension from the next event entered), IV
(restricted events, reading 64; executors who play, 73).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from rules_engine.justice.bar_reach import Occasion
from sanctioning.bars.services import bars_on, refuse_barred
from sanctioning.identity.same_person import identity_id, rows_of
from sanctioning.kit.clock import day_of
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tournaments.entries.models.ruling import EntryRuling
from tournaments.events.entry_conditions import require_conditions, require_stated
from tournaments.events.models.event import Event
from tournaments.executors.selectors.obstacles import UNDER_WAY, executor_may_play
from tournaments.games.models import Game
from tournaments.justice.canon_steps.selectors import sitting_out


class Suspended(Refusal):
    """The refusal to whom a canon keeps from this event, with whose and which it is."""

    event: Event
    person: Person
    at: dt.datetime


def require_admitted(event: Event, people: Sequence[Person], at: dt.datetime) -> None:
    """Refuse whom a bar, a suspension, a ruling, his office there or a condition of the event keeps out.

    Four queries for all of them, further ones for what one of them meets and for conditions.
    """
    require_unbarred(event, people, at)
    ruled = _require_not_kept_out(event, people)
    _require_not_ruling(event, people)
    require_stated(event)
    for person in people:
        if identity_id(person) not in ruled:
            require_conditions(event, person, day_of(at))


def standing_for(event: Event, people: Iterable[Person]) -> dict[int, EntryRuling]:
    """What stands, by the person's identity. One query."""
    rulings = EntryRuling.objects.standing().filter(event=event, person__in=rows_of(*people))
    return {identity_id(ruling.person): ruling for ruling in rulings.select_related("person")}


def require_open_to(
    event: Event, people: Sequence[Person], at: dt.datetime, game: Game | None = None
) -> None:
    """Refuse whom a bar keeps from the event or from one game of it, or a ruling on his entry from both."""
    require_unbarred(event, people, at, game)
    _require_not_kept_out(event, people)


def require_unbarred(
    event: Event, people: Sequence[Person], at: dt.datetime, game: Game | None = None
) -> None:
    """Refuse whom a bar keeps from the event, or from one game of it, on the day of play, and whom the canons
    of its game suspend from it."""
    _refuse_the_first(people, _barred(event, people, at, game))
    _refuse_the_first(people, _suspended(event, people, at))


def kept_from(event: Event, people: Sequence[Person], at: dt.datetime) -> Mapping[int, Refusal]:
    """By identity, whom `require_open_to` would refuse, each with its refusal. Constant queries."""
    ruled = standing_for(event, people)
    return {**_kept_out(event, people, ruled), **_suspended(event, people, at), **_barred(event, people, at)}


def _refuse_the_first(people: Sequence[Person], refusals: Mapping[int, Refusal]) -> None:
    for person in people:
        refusal = refusals.get(identity_id(person))
        if refusal is not None:
            raise refusal


def _require_not_kept_out(event: Event, people: Sequence[Person]) -> Mapping[int, EntryRuling]:
    """Refuse whom a ruling on his entry keeps out; gives the rulings that let others in."""
    ruled = standing_for(event, people)
    _refuse_the_first(people, _kept_out(event, people, ruled))
    return ruled


def _kept_out(event: Event, people: Sequence[Person], ruled: Mapping[int, EntryRuling]) -> dict[int, Refusal]:
    """The refusals to those whom a ruling on their entry keeps out."""
    out = [(person, ruled[identity_id(person)]) for person in people if identity_id(person) in ruled]
    return {
        identity_id(person): Refusal(
            code="kept-out",
            sentence=_("It was ruled that %(person)s does not meet the conditions of %(event)s.")
            % {"person": person.name, "event": event.name},
            rule=_("II/Adding new players: %(reason)s") % {"reason": standing.reason},
            remedy=_("Ask the Acting Executor, who can rule again if the facts were different."),
        )
        for person, standing in out
        if not standing.admitted
    }


def _barred(
    event: Event, people: Sequence[Person], at: dt.datetime, game: Game | None = None
) -> dict[int, Refusal]:
    """The refusals to those whom a bar keeps from the event, or from one game of it, on the day of play."""
    day = max(day_of(game.starts_at if game else event.starts_at), day_of(at))
    from_what = f"{game.label} of {event.name}" if game else event.name
    bars = bars_on(people, day, occasion_of(event, game))
    return {who: refuse_barred(bar, from_what) for who, bar in bars.items()}


def _suspended(event: Event, people: Sequence[Person], at: dt.datetime) -> dict[int, Refusal]:
    """The refusals to those whom the canons of the game suspend from this event, as the next they enter."""
    steps = sitting_out(event, people)
    refusals: dict[int, Refusal] = {}
    for person in people:
        step = steps.get(identity_id(person))
        if step is not None:
            facts = {"person": person.name, "event": event.name, "before": step.event.name}
            refusal = Suspended(
                code="suspended",
                sentence=_(
                    "%(person)s was suspended at %(before)s from the next event they enter, which is "
                    "%(event)s."
                )
                % facts,
                rule=step.rule,
                remedy=_("They miss this event, which is noted. They can play in the next one."),
                facts={"person": person.number, "step": step.pk},
            )
            refusal.event, refusal.person, refusal.at = event, person, at
            refusals[identity_id(person)] = refusal
    return refusals


def _require_not_ruling(event: Event, people: Sequence[Person]) -> None:
    """Refuse an Acting Executor of the event or of a game of it, unless its Articles let him play."""
    rows = rows_of(*people)
    rules_games = Q(games__event=event, games__state__in=UNDER_WAY) | Q(events__event=event)
    ruling = Appointment.objects.filter(rules_games, person__in=rows).select_related("person__merged_into")
    appointed = ruling.order_by("pk").first()
    if appointed is None or executor_may_play(event, event.games.filter(parent__isnull=True).count()):
        return
    raise Refusal(
        code="executor-rules-here",
        sentence=_("%(person)s is Acting Executor at %(event)s and cannot play there.")
        % {"person": appointed.person.identity.name, "event": event.name},
        rule=_("IV, reading 73: executors do not rule where they play."),
        remedy=_("Ask the Managing Executor to appoint somebody else, then enter."),
    )


def occasion_of(event: Event, game: Game | None = None) -> Occasion:
    """The event, or a game of it, as a bar sees it."""
    sanction = event.sanction
    return Occasion(
        event=event.slug,
        club=event.club.slug,
        level=sanction.level.slug if sanction else "",
        sanction=sanction.label if sanction else "",
        game=f"{event.slug}/{game.number}{game.group}" if game else "",
        playoff=bool(sanction and sanction.level.playoff),
        special_event=bool(sanction and sanction.level.special_event),
    )
