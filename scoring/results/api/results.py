"""From a report to a result, for programs: settle a finding, confirm, certify."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import valid
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    ProblemSerializer,
    ReasonSerializer,
    acting_person,
    or_not_found,
)
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.people.models.person import Person
from scoring.results.selectors.executor_desk import ExecutorDesk, executor_desk, require_executor
from scoring.results.selectors.games import GameDetail, game_detail
from scoring.results.services.certification import certify_result, confirm_result
from tournaments.events.addresses import GameLabel
from tournaments.games.api import game_or_404
from tournaments.reports.selectors.findings import finding_of
from tournaments.reports.services.settling import settle_finding

ANSWERS = {200: serializer_for(GameDetail), 403: ProblemSerializer, 409: ProblemSerializer}


class SettlingView(MemberEndpoint):
    @extend_schema(operation_id="settle_finding", request=ReasonSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str, game: GameLabel, finding: int) -> Response:
        """Let a finding stand, with a reason; only the Acting Executor of the game may."""
        person, about = acting_person(request), finding_of(game=game_or_404(slug, game), finding_id=finding)
        if about is None:
            raise NotFound
        typed = valid(ReasonSerializer(data=request.data))
        settle_finding(by=person, finding=about, reason=typed["why"])
        return _after(person, slug, game)


class SeenVersionSerializer(serializers.Serializer[Any]):
    """The version of the report that was looked at; another one is not made final."""

    version = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class ConfirmView(MemberEndpoint):
    @extend_schema(operation_id="confirm_result", request=SeenVersionSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Confirm the final sheet as the second person."""
        person, seen = acting_person(request), valid(SeenVersionSerializer(data=request.data))
        confirm_result(by=person, game=game_or_404(slug, game), **seen)
        return _after(person, slug, game)


class CertifyView(MemberEndpoint):
    @extend_schema(operation_id="certify_result", request=SeenVersionSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Make the result final; awards, ledger entries and certificates follow at once."""
        person, seen = acting_person(request), valid(SeenVersionSerializer(data=request.data))
        certify_result(by=person, game=game_or_404(slug, game), **seen)
        return _after(person, slug, game)


class ExecutorDeskView(MemberEndpoint):
    @extend_schema(
        operation_id="executor_desk",
        responses={200: serializer_for(ExecutorDesk), 403: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """The games that you rule, and what waits at them for your word."""
        person = acting_person(request)
        require_executor(by=person)
        return or_not_found(executor_desk(person=person))


def _after(person: Person, slug: str, game: GameLabel) -> Response:
    return or_not_found(game_detail(event_slug=slug, number=game.number, group=game.group, asker=person))
