"""What is done with an appeal."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _now
from rest_framework import serializers

from sanctioning.kit.commands import Command, Commands, flag, one_of, or_none, sent_as, words
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.people.models.person import Person
from tournaments.justice.appeals.models import Appeal, AppealStep, CollegeBallot, CollegeMotion, Decision
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

LONGEST: Final = 20_000


class Base64Field(serializers.CharField):
    """A file in base64, which may be left out."""

    def run_validation(self, data: Any = serializers.empty) -> bytes:
        try:
            return base64.b64decode(super().run_validation(data), validate=True)
        except (binascii.Error, ValueError):
            raise serializers.ValidationError(_now("This is not base64.")) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealAct:
    """Each act takes of it what it needs; `attachment` is a file in base64."""

    text: str = words(LONGEST)
    decision: str = one_of(Decision)
    facts: Mapping[str, Any] = sent_as(serializers.DictField(required=False, default=dict), dict)
    not_disruptive: bool = flag()
    penalty: str = words(400)
    answer: str = one_of(CollegeBallot.Answer)
    motion: int | None = or_none(serializers.IntegerField, min_value=1)
    attachment: bytes = sent_as(Base64Field(required=False, allow_blank=True, default=""), b"")
    name: str = words(200)


def _decide(by: Person, appeal: Appeal, asked: AppealAct) -> object:
    return decide(
        by=by,
        step=_step(appeal),
        decision=asked.decision,
        reasons=asked.text,
        facts=asked.facts,
        not_disruptive=asked.not_disruptive,
    )


def _move(by: Person, appeal: Appeal, asked: AppealAct) -> object:
    return move_decision(
        by=by,
        step=_step(appeal),
        decision=asked.decision,
        reasons=asked.text,
        facts=asked.facts,
        not_disruptive=asked.not_disruptive,
    )


def _merit(by: Person, appeal: Appeal, asked: AppealAct) -> object:
    return move_without_merit(by=by, step=_step(appeal), penalty=asked.penalty, reasons=asked.text)


def _state(by: Person, appeal: Appeal, asked: AppealAct) -> object:
    return state(by=by, appeal=appeal, text=asked.text, attachment=asked.attachment, name=asked.name)


def _step(appeal: Appeal) -> AppealStep:
    """The step that waits, else the one that was taken last; the service says what is wrong with it."""
    steps = appeal.steps.select_related("appeal")
    step = steps.waiting().first() or steps.order_by("place").last()
    assert step is not None
    return step


def _motion(appeal: Appeal, asked: AppealAct) -> CollegeMotion:
    motions = CollegeMotion.objects.select_related("step__appeal").filter(
        step__appeal=appeal, pk=asked.motion or 0
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


APPEAL_COMMANDS: Final = Commands[Appeal, AppealAct, object](
    AppealAct,
    {
        "further": Command(
            lambda by, appeal, asked: appeal_further(by=by, appeal=appeal, grounds=asked.text),
            _("The appeal goes to the next office."),
        ),
        "waive": Command(
            lambda by, appeal, asked: waive_step(by=by, appeal=appeal),
            _("You have said that you will not take another step."),
        ),
        "withdraw": Command(
            lambda by, appeal, asked: withdraw_appeal(by=by, appeal=appeal, why=asked.text),
            _("The step is withdrawn. The previous decision applies."),
        ),
        "state": Command(_state, _("Your statement is saved.")),
        "decide": Command(_decide, _("The decision is given.")),
        "recuse": Command(
            lambda by, appeal, asked: recuse(by=by, step=_step(appeal), why=asked.text),
            _("You no longer judge this appeal."),
        ),
        "move": Command(_move, _("The motion is before the College.")),
        "answer": Command(
            lambda by, appeal, asked: answer_motion(
                by=by, motion=_motion(appeal, asked), answer=asked.answer
            ),
            _("Your answer is saved."),
        ),
        "close": Command(
            lambda by, appeal, asked: close_motion(by=by, motion=_motion(appeal, asked)),
            _("The motion is counted."),
        ),
        "merit": Command(_merit, _("The motion is before the College.")),
    },
)
