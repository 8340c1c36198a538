"""What may be done with an appeal, by name, with what is said when it is done; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.justice.appeals.models import Appeal, AppealStep, CollegeMotion
from tournaments.justice.appeals.services.appealing import appeal_further, waive_step, withdraw_appeal
from tournaments.justice.appeals.services.college import (
    answer_motion,
    close_motion,
    move_decision,
    move_without_merit,
)
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.appeals.services.statements import state
from tournaments.justice.appeals.services.steps import recuse


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What was sent with an act; each takes of it what it needs. `motion` is the one that is meant."""

    text: str = ""
    decision: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    not_disruptive: bool = False
    penalty: str = ""
    answer: str = ""
    motion: int | None = None
    attachment: bytes = b""
    name: str = ""


Act = Callable[[Person, Appeal, Typed], object]


def _decide(by: Person, appeal: Appeal, typed: Typed) -> object:
    return decide(
        by=by,
        step=_step(appeal),
        decision=typed.decision,
        reasons=typed.text,
        facts=typed.facts,
        not_disruptive=typed.not_disruptive,
    )


def _move(by: Person, appeal: Appeal, typed: Typed) -> object:
    return move_decision(
        by=by,
        step=_step(appeal),
        decision=typed.decision,
        reasons=typed.text,
        facts=typed.facts,
        not_disruptive=typed.not_disruptive,
    )


def _merit(by: Person, appeal: Appeal, typed: Typed) -> object:
    return move_without_merit(by=by, step=_step(appeal), penalty=typed.penalty, reasons=typed.text)


def _state(by: Person, appeal: Appeal, typed: Typed) -> object:
    return state(by=by, appeal=appeal, text=typed.text, attachment=typed.attachment, name=typed.name)


ACTS: Final[Mapping[str, tuple[Act, str | Promise]]] = {
    "further": (
        lambda by, appeal, typed: appeal_further(by=by, appeal=appeal, grounds=typed.text),
        _("The appeal goes to the next office."),
    ),
    "waive": (
        lambda by, appeal, _typed: waive_step(by=by, appeal=appeal),
        _("You take no further step."),
    ),
    "withdraw": (
        lambda by, appeal, typed: withdraw_appeal(by=by, appeal=appeal, why=typed.text),
        _("The step is withdrawn; what was decided before it stands."),
    ),
    "state": (_state, _("Your statement is kept.")),
    "decide": (_decide, _("The decision is given.")),
    "recuse": (
        lambda by, appeal, typed: recuse(by=by, step=_step(appeal), why=typed.text),
        _("You no longer judge this appeal."),
    ),
    "move": (_move, _("The motion is before the College.")),
    "answer": (
        lambda by, appeal, typed: answer_motion(by=by, motion=_motion(appeal, typed), answer=typed.answer),
        _("Your answer is kept."),
    ),
    "close": (
        lambda by, appeal, typed: close_motion(by=by, motion=_motion(appeal, typed)),
        _("The motion is counted."),
    ),
    "merit": (_merit, _("The motion is before the College.")),
}


def _step(appeal: Appeal) -> AppealStep:
    """The step that waits, else the one that was taken last; the service says what is wrong with it."""
    steps = appeal.steps.select_related("appeal")
    step = steps.waiting().first() or steps.order_by("place").last()
    assert step is not None
    return step


def _motion(appeal: Appeal, typed: Typed) -> CollegeMotion:
    motions = CollegeMotion.objects.select_related("step__appeal").filter(
        step__appeal=appeal, pk=typed.motion or 0
    )
    for motion in motions:
        return motion
    raise Refusal(
        code="no-such-motion",
        sentence=_now("There is no such motion in this appeal."),
        rule="IV, reading 71",
        remedy=_now("Look at the appeal as it stands."),
        status=404,
    )
