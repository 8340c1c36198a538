"""Charges and votes of a table, for programs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, sent_key
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameLabel
from tournaments.games.api import table_or_404
from tournaments.games.models import Game
from tournaments.justice.votes.commands import VOTE_COMMANDS
from tournaments.justice.votes.models import Vote
from tournaments.justice.votes.motions import SCOPES
from tournaments.justice.votes.selectors.votes import (
    Matters,
    VotePage,
    matters_of,
    violation_numbered,
    vote_numbered,
    vote_page,
)
from tournaments.justice.votes.services.charges import CHARGED, charge
from tournaments.justice.votes.services.current_players import RULE
from tournaments.justice.votes.services.votes import demand_vote


class NewChargeSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[kind.value for kind in CHARGED])
    stanza = serializers.IntegerField(min_value=1)
    act = serializers.CharField(max_length=4000)
    offenders = serializers.ListField(child=serializers.CharField(max_length=64), min_length=1, max_length=10)
    for_player = serializers.CharField(required=False, allow_blank=True, default="", max_length=64)


class ScopeSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=SCOPES)
    id = serializers.CharField(required=False, allow_blank=True, default="", max_length=120)


class TermsSerializer(serializers.Serializer[Any]):
    points = serializers.IntegerField(required=False, min_value=0, max_value=99)
    fails_bid = serializers.BooleanField(required=False, default=False)
    injured = serializers.CharField(required=False, allow_blank=True, default="", max_length=64)
    scope = ScopeSerializer(many=True, required=False)
    last_day = serializers.DateField(required=False, allow_null=True, default=None)
    letter = serializers.BooleanField(required=False, default=False)


class NewVoteSerializer(serializers.Serializer[Any]):
    motion = serializers.ChoiceField(choices=Vote.Motion.choices)
    terms = TermsSerializer(required=False)
    for_player = serializers.CharField(required=False, allow_blank=True, default="", max_length=64)


class ViolationsView(MemberEndpoint):
    needs_key = True

    @extend_schema(
        operation_id="violations", responses={200: serializer_for(Matters), 403: ProblemSerializer}
    )
    def get(self, request: Request, slug: str, game: GameLabel) -> Response:
        """What was charged at a table and voted on, for those whom it concerns."""
        return _matters(acting_person(request), table_or_404(slug, game))

    @extend_schema(
        operation_id="charge_violation",
        request=NewChargeSerializer,
        responses={201: serializer_for(Matters), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel) -> Response:
        """Charge a violation; with an `Idempotency-Key`, sent twice it is one charge."""
        person, played = acting_person(request), table_or_404(slug, game)
        typed = valid(NewChargeSerializer(data=request.data))
        charge(by=person, game=played, key=sent_key(request), **typed)
        return _matters(person, played, status.HTTP_201_CREATED)


class DemandView(MemberEndpoint):
    @extend_schema(
        operation_id="demand_vote",
        request=NewVoteSerializer,
        responses={201: serializer_for(VotePage), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel, violation: int) -> Response:
        """Demand a vote on a violation; with an `Idempotency-Key`, sent twice it is one demand."""
        person = acting_person(request)
        this_violation = violation_numbered(game=table_or_404(slug, game), number=violation)
        if this_violation is None:
            raise NotFound
        typed = valid(NewVoteSerializer(data=request.data))
        vote = demand_vote(by=person, violation=this_violation, key=sent_key(request), **typed)
        return made(request, _page(person, vote).data, "api-vote", slug, game, vote.pk)


class VoteView(MemberEndpoint):
    @extend_schema(operation_id="vote", responses={200: serializer_for(VotePage), 403: ProblemSerializer})
    def get(self, request: Request, slug: str, game: GameLabel, vote: int) -> Response:
        """One vote as it stands."""
        return _page(acting_person(request), _found(slug, game, vote))


class VoteStepView(MemberEndpoint):
    path_values = {"act": VOTE_COMMANDS}

    @extend_schema(
        operation_id="act_on_vote",
        request=VOTE_COMMANDS.serializer,
        responses={200: serializer_for(VotePage), **REFUSED},
    )
    def post(self, request: Request, slug: str, game: GameLabel, vote: int, act: str) -> Response:
        """Open a vote or refuse it by rule, answer, enter an answer of the roll call, close."""
        person, this_vote = acting_person(request), _found(slug, game, vote)
        return _page(person, VOTE_COMMANDS.run_sent(request, act, by=person, thing=this_vote).result)


def _found(slug: str, label: GameLabel, number: int) -> Vote:
    vote = vote_numbered(game=table_or_404(slug, label), number=number)
    if vote is None:
        raise NotFound
    return vote


def _matters(person: Person, game: Game, code: int = status.HTTP_200_OK) -> Response:
    matters = matters_of(game=game, asker=person)
    return Response(as_data(matters), status=code) if matters else _denied()


def _page(person: Person, vote: Vote) -> Response:
    page = vote_page(vote=Vote.objects.get(pk=vote.pk), asker=person)
    return Response(as_data(page)) if page else _denied()


def _denied() -> Response:
    deny(
        what=_("see the charges and votes of this table"),
        who=_("the players of the game or its Acting Executor"),
        rule=RULE,
    )
