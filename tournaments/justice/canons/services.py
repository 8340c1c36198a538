"""Violations of a game's canons: noted with the step that they bring, taken back, held to at the next entry.

Purpose: the Director warns, makes forfeit, suspends and excludes by the ladder of the game's own book.
Invariants: the step is the engine's; what it suspends from is the next event of that game that the player
enters, and each suspension takes one away; an exclusion is a bar from the event; nobody notes himself; a
violation that later ones count on is not taken back before them. The event is locked first, then the person.
Rule section: B-25, B-27, B-46 to B-48; readings 8 and 13.
Terms: as in `tournaments.justice.canons.models`.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.models import Bar
from sanctioning.bars.services import put_bar, take_bar_away
from sanctioning.identity.same_person import hold, rows_of, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.services.locks import locked_event
from tournaments.formats.canons import EXCLUDE, Canon, Canons, CanonStepKind
from tournaments.formats.registry import format_named
from tournaments.justice.canon_steps.selectors import next_sat_out, next_step, standing_steps, violated
from tournaments.justice.canon_steps.services import sit_out
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.canons.notifications import tell_of_canon_step
from tournaments.justice.canons.permissions import may_keep_canons

MOST_ROUNDS: Final = 10


def canons_of(event: Event) -> Canons:
    """The canons of the event's game; refuses one that has none of its own.

    Raises:
        Refusal: `no-canons`.
    """
    canons = format_named(event.format).canons
    if canons is None:
        raise Refusal(
            code="no-canons",
            sentence=_("%(game)s has no canons with steps.") % {"game": format_named(event.format).title},
            rule="IV",
            remedy=_("Rule on what happened instead."),
        )
    return canons


@looks_again
def note_violation(
    *,
    by: Person,
    event: Event,
    person: Person,
    kind: str,
    what: str,
    round: int | None = None,
    choice: str = "",
    key: str = "",
    at: dt.datetime | None = None,
) -> CanonStep:
    """Note what somebody did against a canon; what follows is the step of the ladder that comes next.

    `round` is the one whose game is lost where the step forfeits, `choice` what the Director decides where
    the step leaves it to him.

    Raises:
        Refusal: `bar-unreadable`, `canon-choice`, `canon-unknown`, `no-canons`, `not-allowed`, `not-entered`,
            `own-cause`, `round-missing`, `round-unknown`, `what-missing`.
    """
    at = moment(at)
    require_keeps_canons(by, day_of(at), event, _("note violations of the canons here"))
    canons = canons_of(event)
    event = locked_event(event)
    [person] = hold([person])
    before = CanonStep.objects.filter(key=key, event=event).first() if key else None
    if before is not None:
        return before
    canon = _canon(canons, kind)
    _require_there(by, event, person, canon)
    earlier, step = next_step(event, canons, kind, person)
    _require_said(canon, canons.steps[step], what, round, choice)
    noted = CanonStep.objects.create(
        event=event,
        person=person,
        kind=kind,
        earlier=earlier,
        step=step,
        choice=choice,
        rule=canon.rule,
        round=round,
        what=what.strip(),
        bar=_excluded(by, event, person, canon, what, at) if choice == EXCLUDE else None,
        by=by,
        at=at,
        key=key,
    )
    after = {"person": person.number, "kind": kind, "step": step, "choice": choice, "round": round or 0}
    entry = note(by=by, at=at, action="note violation", thing=noted, why=noted.what, after=after)
    tell_of_canon_step(step=noted, occasion=entry.pk, at=at)
    if canons.steps[step].suspends:
        for other in next_sat_out(event.format, person):
            sit_out(by=by, event=other, person=person, at=at)
    return noted


@transaction.atomic
def take_back_violation(*, by: Person, step: CanonStep, why: str, at: dt.datetime | None = None) -> CanonStep:
    """Take back what was noted wrongly, with its bar and its suspension; a game that was forfeited stays as
    its sheet says.

    Raises:
        Refusal: `bar-lifted`, `bar-unreadable`, `canon-taken-back`, `counted-on`, `no-canons`, `not-allowed`,
            `reason-missing`.
    """
    at = moment(at)
    require_keeps_canons(by, day_of(at), step.event, _("note violations of the canons here"))
    canons = canons_of(step.event)
    locked_event(step.event)
    hold([step.person])
    step = CanonStep.objects.select_related("event__club", "person", "bar").get(pk=step.pk)
    if step.taken_back_at is not None:
        raise _wrong(
            "canon-taken-back",
            _("It has already been withdrawn."),
            step.rule,
            _("There is nothing to do."),
            409,
        )
    why = require_reason(
        why,
        _("Say why it is withdrawn."),
        rule=step.rule,
        remedy=_("Write what was wrong."),
        field="why",
    )
    _require_nothing_counts_on(canons, step)
    step.taken_back_by, step.taken_back_at, step.taken_back_for = by, at, why
    step.save(update_fields=["taken_back_by", "taken_back_at", "taken_back_for"])
    if step.bar is not None and step.bar.lifted_at is None:
        take_bar_away(by=by, bar=step.bar, why=step.taken_back_for, at=at)
    entry = note(
        by=by,
        at=at,
        action="take back violation",
        thing=step,
        why=step.taken_back_for,
        before={"step": step.step},
    )
    tell_of_canon_step(step=step, occasion=entry.pk, at=at)
    return step


def require_keeps_canons(by: Person, day: dt.date, event: Event, what: str) -> None:
    require(
        may_keep_canons(by, day, event),
        what=what,
        who=_("somebody who runs the event or rules there"),
        rule="IV",
    )


def _canon(canons: Canons, kind: str) -> Canon:
    canon = canons.canon(kind)
    if canon is None:
        names = ", ".join(canon.kind for canon in canons.canons)
        sentence = _("There is no canon “%(kind)s”.") % {"kind": kind}
        raise _wrong(
            "canon-unknown", sentence, "IV", _("Choose one of: %(names)s.") % {"names": names}, field="kind"
        )
    return canon


def _require_there(by: Person, event: Event, person: Person, canon: Canon) -> None:
    if same_person(by, person):
        raise Refusal(
            code="own-cause",
            sentence=_("You cannot note a violation of your own."),
            rule=_("IV: nobody judges their own case."),
            remedy=_("Ask another who runs the event, or its Acting Executor."),
            status=403,
        )
    if not event.entries.filter(person__in=rows_of(person)).exists():
        sentence = _("%(person)s was never entered in %(event)s.")
        names = {"person": person.name, "event": event.name}
        raise _wrong(
            "not-entered", sentence % names, canon.rule, _("Choose a player of the event."), field="player"
        )


def _require_said(canon: Canon, step: CanonStepKind, what: str, round: int | None, choice: str) -> None:
    if not what.strip():
        raise _wrong(
            "what-missing",
            _("A violation says what happened."),
            canon.rule,
            _("Write it down in a sentence; the player reads it."),
            field="what",
        )
    if round is not None and not 1 <= round <= MOST_ROUNDS:
        sentence = _("There is no round %(round)s.") % {"round": round}
        raise _wrong(
            "round-unknown", sentence, canon.rule, _("Write the number of the round."), field="round"
        )
    if step.forfeits and round is None:
        raise _wrong(
            "round-missing",
            _("This is %(step)s, so no round is needed.") % {"step": step.title},
            canon.rule,
            _("Write the number of the round whose game is lost."),
            field="round",
        )
    if bool(step.choices) != bool(choice) or (choice and choice not in step.choices):
        sentence = _("This is %(step)s: decide what happens.")
        if not step.choices:
            sentence = _("This is %(step)s: there is nothing to decide.")
        raise _wrong(
            "canon-choice",
            sentence % {"step": step.title},
            canon.rule,
            _("Choose one of: %(names)s.") % {"names": ", ".join(step.choices)}
            if step.choices
            else _("Leave the decision empty."),
            field="choice",
        )


def _excluded(by: Person, event: Event, person: Person, canon: Canon, what: str, at: dt.datetime) -> Bar:
    """Nobody who is excluded is let in, checked in or seated there any more."""
    day = day_of(at)
    return put_bar(
        by=by,
        person=person,
        reach=[Target("event", event.slug)],
        first_day=day,
        last_day=max(day, event.last_day),
        why=f"{canon.rule}: {what.strip()}",
        at=at,
    )


def _require_nothing_counts_on(canons: Canons, step: CanonStep) -> None:
    steps = standing_steps(step.event.format, [step.person])
    after = steps[next(at for at, each in enumerate(steps) if each.pk == step.pk) + 1 :]
    for later in after:
        if canons.earlier(violated(later), [violated(step)]):
            sentence = _("A later violation, at %(event)s, is counted on top of this one.")
            raise _wrong(
                "counted-on",
                sentence % {"event": later.event.name},
                step.rule,
                _("Withdraw the later one first."),
                409,
            )


def _wrong(code: str, sentence: str, rule: str, remedy: str, status: int = 422, field: str = "") -> Refusal:
    facts = {"field": field} if field else {}
    return Refusal(code=code, sentence=sentence, rule=rule, remedy=remedy, status=status, facts=facts)
