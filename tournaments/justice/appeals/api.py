"""Appeals for programs: the list, a new one, one as a story, and whatever may be done with it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, sent_key
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import filter_parameter, state_parameter
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.justice.appeals.commands import APPEAL_COMMANDS, LONGEST
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.appeals.selectors.appealable import ruling_or_vote
from tournaments.justice.appeals.selectors.appeals import AppealLine, appeal_numbered, appeals_for
from tournaments.justice.appeals.selectors.one_appeal import AppealPage, appeal_page
from tournaments.justice.appeals.services.appealing import appeal
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote

STATES = ("waits", "open", "final", "withdrawn")


class NewAppealSerializer(serializers.Serializer[Any]):
    """`number` is the id of the ruling or of the vote."""

    matter = serializers.ChoiceField(choices=["ruling", "vote"])
    number = serializers.IntegerField(min_value=1)
    text = serializers.CharField(max_length=LONGEST)


class AppealsView(MemberEndpoint):
    @list_schema(
        "appeals",
        AppealLine,
        filters=(
            state_parameter(STATES),
            filter_parameter("office", "Only of this office.", AppealStep.Office.values),
        ),
        sorts=("number", "at", "event"),
    )
    def get(self, request: Request) -> Response:
        """Appeals of your games and those that you judge; all for the Managing Executor and the College."""
        return list_answer(request, appeals_for(asker=acting_person(request)))

    @extend_schema(
        operation_id="lodge_appeal",
        request=NewAppealSerializer,
        responses={201: serializer_for(AppealPage), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Appeal a ruling or a vote; with an `Idempotency-Key`, sent twice it is one."""
        person = acting_person(request)
        typed = valid(NewAppealSerializer(data=request.data))
        data = typed
        thing = ruling_or_vote(data["matter"], data["number"])
        if thing is None:
            raise NotFound
        new_appeal = appeal(
            by=person,
            ruling=thing if isinstance(thing, Ruling) else None,
            vote=thing if isinstance(thing, Vote) else None,
            grounds=data["text"],
            key=sent_key(request),
        )
        return made(request, _page(person, new_appeal).data, "api-appeal", new_appeal.number)


class AppealView(MemberEndpoint):
    @extend_schema(operation_id="appeal", responses={200: serializer_for(AppealPage), 403: ProblemSerializer})
    def get(self, request: Request, number: int) -> Response:
        """One appeal as a story, with its bundle and what you may do."""
        return _page(acting_person(request), _found(number))


class AppealActView(MemberEndpoint):
    needs_key = frozenset({"state"})
    path_values = {"act": APPEAL_COMMANDS}

    @extend_schema(
        operation_id="act_on_appeal",
        request=APPEAL_COMMANDS.serializer,
        responses={200: serializer_for(AppealPage), **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """Take it further, waive, withdraw, write to it, decide, recuse yourself, or act in the College."""
        person, this_appeal = acting_person(request), _found(number)
        APPEAL_COMMANDS.run_sent(request, act, by=person, thing=this_appeal)
        page = appeal_page(appeal=this_appeal, asker=person)
        # Whoever withdrew from the case has done what they may, and sees it no more.
        return Response(as_data(page)) if page else Response({})


def _page(person: Person, this_appeal: Appeal) -> Response:
    page = appeal_page(appeal=this_appeal, asker=person)
    if page is None:
        deny(
            what=_("see this appeal"),
            who=_("the players of the game, its judges, the Managing Executor and the College"),
            rule="IV",
        )
    return Response(as_data(page))


def _found(number: int) -> Appeal:
    this_appeal = appeal_numbered(number)
    if this_appeal is None:
        raise NotFound
    return this_appeal
