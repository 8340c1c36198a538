"""Disciplinary cases for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import state_parameter
from sanctioning.people.models.person import Person
from tournaments.justice.cases.commands import CASE_COMMANDS, judge_numbered
from tournaments.justice.cases.selectors.cases import (
    CaseLine,
    CaseView,
    case_view,
    case_with,
    cases,
    step_with,
)
from tournaments.justice.cases.selectors.letters import letter_with
from tournaments.justice.cases.services.docket import LONGEST
from tournaments.justice.cases.services.opening import (
    open_case_of_letter,
    open_case_of_step,
    require_may_open,
)

OPENED = {201: serializer_for(CaseView), **REFUSED}


class NewCaseSerializer(serializers.Serializer[Any]):
    """`judge` is a member number."""

    charge = serializers.CharField(max_length=LONGEST)
    judge = serializers.CharField(max_length=20)


class NewCaseOfDecisionSerializer(NewCaseSerializer):
    against = MemberNumberField()


class CasesView(MemberEndpoint):
    @list_schema(
        "cases",
        CaseLine,
        filters=(state_parameter(("open", "no-judge", "decided")),),
        sorts=("number", "against", "opened", "until", "judge"),
    )
    def get(self, request: Request) -> Response:
        """The cases that concern whoever asks."""
        return list_answer(request, cases(asker=acting_person(request)))


class LetterCaseView(MemberEndpoint):
    @extend_schema(operation_id="open_case_of_letter", request=NewCaseSerializer, responses=OPENED)
    def post(self, request: Request, letter: int) -> Response:
        """Open a case from a filed Letter."""
        person, this_letter = acting_person(request), letter_with(letter)
        require_may_open(person)
        if this_letter is None:
            raise NotFound
        read = valid(NewCaseSerializer(data=request.data))
        case = open_case_of_letter(
            by=person, letter=this_letter, charge=read["charge"], judge=judge_numbered(read["judge"])
        )
        return made(request, _answer(case.pk, person).data, "api-case", case.pk)


class DecisionCasesView(MemberEndpoint):
    @extend_schema(
        operation_id="open_case_of_decision", request=NewCaseOfDecisionSerializer, responses=OPENED
    )
    def post(self, request: Request, step: int) -> Response:
        """Open a case against one who voted aye on an act that was found not disruptive."""
        person, this_step = acting_person(request), step_with(step)
        require_may_open(person)
        if this_step is None:
            raise NotFound
        read = valid(NewCaseOfDecisionSerializer(data=request.data))
        judge = judge_numbered(read["judge"])
        case = open_case_of_step(
            by=person, step=this_step, against=read["against"], charge=read["charge"], judge=judge
        )
        return made(request, _answer(case.pk, person).data, "api-case", case.pk)


class CaseEndpoint(MemberEndpoint):
    @extend_schema(operation_id="case", responses=serializer_for(CaseView))
    def get(self, request: Request, case: int) -> Response:
        """One case, for those whom it concerns."""
        return _answer(case, acting_person(request))


class CaseStepView(MemberEndpoint):
    needs_key = frozenset({"state", "hearing"})
    path_values = {"act": CASE_COMMANDS}

    @extend_schema(
        operation_id="act_on_case",
        request=CASE_COMMANDS.serializer,
        responses={200: serializer_for(CaseView), 204: None, **REFUSED},
    )
    def post(self, request: Request, case: int, act: str) -> Response:
        """Answer, state, set or call off a hearing, withdraw, assign or decide."""
        person, this_case = acting_person(request), case_with(case)
        seen = case_view(case=this_case, asker=person) if this_case else None
        CASE_COMMANDS.run_sent(request, act, by=person, thing=this_case if seen else None)
        if act == "withdraw":
            return Response(status=status.HTTP_204_NO_CONTENT)
        return _answer(case, person)


def _answer(case: int, person: Person) -> Response:
    """As it stands now; 404 for whoever does not see it, such as a judge who withdrew."""
    this_case = case_with(case)
    if this_case is None:
        raise NotFound
    return or_not_found(case_view(case=this_case, asker=person))
