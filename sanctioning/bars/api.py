"""Bars for programs: the list, imposing and lifting."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.justice.bar_reach import TARGET_KINDS, Target
from sanctioning.bars.permissions import may_bar
from sanctioning.bars.selectors import BarLine, bar_with, bars
from sanctioning.bars.services import impose_bar, lift_bar
from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ReasonSerializer, acting_person
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.clock import today
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import SEARCH, state_parameter
from sanctioning.offices.permissions import require


class TargetSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=TARGET_KINDS)
    id = serializers.CharField(required=False, allow_blank=True, default="", max_length=120)


class NewBarSerializer(serializers.Serializer[Any]):
    person = MemberNumberField()
    reach = TargetSerializer(many=True)
    first_day = serializers.DateField()
    last_day = serializers.DateField(required=False, allow_null=True, default=None)
    why = serializers.CharField(max_length=4000)


class BarsView(MemberEndpoint):
    needs_key = True

    @list_schema(
        "bars",
        BarLine,
        filters=(SEARCH, state_parameter(("running", "over"))),
        sorts=("name", "from", "until", "state"),
    )
    def get(self, request: Request) -> Response:
        """Every bar, those that run first."""
        person = acting_person(request)
        require(may_bar(person, today()), what=_("see all bars"), who=_("the Managing Executor"), rule="IV")
        return list_answer(request, bars(today()))

    @extend_schema(
        operation_id="impose_bar",
        request=NewBarSerializer,
        responses={201: serializer_for(BarLine)(many=True), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Bar a person from what the targets take in."""
        person = acting_person(request)
        typed = valid(NewBarSerializer(data=request.data))
        read = typed
        impose_bar(
            by=person,
            person=read["person"],
            reach=[Target(**target) for target in read["reach"]],
            first_day=read["first_day"],
            last_day=read["last_day"],
            why=read["why"],
        )
        return list_answer(request, bars(today()), status=201)


class BarLiftView(MemberEndpoint):
    @extend_schema(
        operation_id="lift_bar",
        request=ReasonSerializer,
        responses={200: serializer_for(BarLine)(many=True), **REFUSED},
    )
    def post(self, request: Request, bar: int) -> Response:
        """Lift a bar for a reason."""
        person = acting_person(request)
        imposed = bar_with(bar)
        if imposed is None or not may_bar(person, today()):
            raise NotFound
        typed = valid(ReasonSerializer(data=request.data))
        lift_bar(by=person, bar=imposed, why=typed["why"])
        return list_answer(request, bars(today()))
