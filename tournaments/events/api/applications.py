"""Applications for programs: where one stands, and the steps that may be taken."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.clock import today
from sanctioning.kit.money import Money
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.permissions import may_decide_sanction
from sanctioning.sanctions.selectors import TurnOf, acts_of, turn_of
from tournaments.events.commands import APPLICATION_COMMANDS
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import event_at


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionDetail:
    question: str
    asked_at: dt.datetime
    answer: str
    answered_at: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationDetail:
    event: str
    kind: Annotated[str, Sanction.Kind]
    grounds: str
    level: str
    type: str
    state: Annotated[str, Sanction.State]
    sanction: str
    reason: str
    fee: Money | None
    turn: TurnOf
    acts: tuple[str, ...]
    questions: tuple[QuestionDetail, ...]


class ApplicationView(MemberEndpoint):
    @extend_schema(operation_id="application", responses=serializer_for(ApplicationDetail))
    def get(self, request: Request, slug: str) -> Response:
        """Where the application of an event stands, and whose turn it is until when."""
        person = acting_person(request)
        return or_not_found(application_detail(slug, person))


class ApplicationStepView(MemberEndpoint):
    path_values = {"act": APPLICATION_COMMANDS}

    @extend_schema(
        operation_id="act_on_application",
        request=APPLICATION_COMMANDS.serializer,
        responses={200: serializer_for(ApplicationDetail), **REFUSED},
    )
    def post(self, request: Request, slug: str, act: str) -> Response:
        """Take one step of an application: submit, answer, withdraw, cancel, return, approve or refuse."""
        person = acting_person(request)
        APPLICATION_COMMANDS.run_sent(request, act, by=person, thing=_sanction(slug, person))
        return or_not_found(application_detail(slug, person))


def application_detail(slug: str, person: Person) -> ApplicationDetail | None:
    sanction = _sanction(slug, person)
    if sanction is None:
        return None
    return ApplicationDetail(
        event=slug,
        kind=sanction.kind,
        grounds=sanction.grounds,
        level=sanction.level.slug,
        type=sanction.type.slug,
        state=sanction.state,
        sanction=sanction.label,
        reason=sanction.reason,
        fee=sanction.fee,
        turn=turn_of(sanction),
        acts=tuple(sorted(act.partition(" ")[0] for act in acts_of(sanction, person))),
        questions=tuple(
            QuestionDetail(
                question=question.question,
                asked_at=question.asked_at,
                answer=question.answer,
                answered_at=question.answered_at,
            )
            for question in sanction.questions.all()
        ),
    )


def _sanction(slug: str, person: Person) -> Sanction | None:
    """For those who may run the event, and who decides on it."""
    event = event_at(slug=slug, asker=person)
    if event is None or not (may_run_event(person, today(), event) or may_decide_sanction(person, today())):
        return None
    return event.sanction
