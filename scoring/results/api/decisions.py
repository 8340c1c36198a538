"""What a decision on appeal would change, and all that followed of it, for programs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from scoring.results.selectors.appeal_consequences import require_may_see, what_followed
from scoring.results.selectors.decision_effects import effects_of, require_judge_of_appeal
from scoring.results.selectors.decision_lines import EffectsLine, FollowedLine, effects_line, followed_line
from tournaments.justice.appeals.models import Appeal, Decision

REFUSED = {403: ProblemSerializer, 422: ProblemSerializer}


class ProspectSerializer(serializers.Serializer[Any]):
    """`facts` are those that would take the place of the ruling's, where it is varied."""

    decision = serializers.ChoiceField(choices=[Decision.UPHELD, Decision.VARIED, Decision.OVERTURNED])
    facts = serializers.DictField(required=False, default=dict)


class AppealEffectsView(MemberEndpoint):
    @extend_schema(
        operation_id="preview_appeal_effects",
        request=ProspectSerializer,
        responses={200: serializer_for(EffectsLine), **REFUSED},
    )
    def post(self, request: Request, number: int) -> Response:
        """What a decision would change if it were final now, for whoever judges; nothing of it is kept."""
        person = acting_person(request)
        step = require_judge_of_appeal(by=person, appeal=_appeal(number), day=today())
        values = valid(ProspectSerializer(data=request.data))
        effects = effects_of(by=person, step=step, decision=values["decision"], facts=values["facts"])
        return Response(as_data(effects_line(effects)))


class CaseStoryView(MemberEndpoint):
    @extend_schema(
        operation_id="appeal_consequences",
        responses={200: serializer_for(FollowedLine), 403: ProblemSerializer},
    )
    def get(self, request: Request, number: int) -> Response:
        """All that followed of an appeal in scores and points, for the parties and whoever judges it."""
        person, appeal = acting_person(request), _appeal(number)
        require_may_see(by=person, appeal=appeal, day=today())
        return Response(as_data(followed_line(what_followed(appeal=appeal, asker=person, day=today()))))


def _appeal(number: int) -> Appeal:
    appeal = Appeal.objects.filter(number=number).first()
    if appeal is None:
        raise NotFound(_("There is no such appeal."))
    return appeal
