"""Practice events of an account: made, played along by robots, thrown away.

What is played in one is reached by the same endpoints, below its address: `/practice/<key>/<role>/api/v1/…`.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.accounts.models.account import Account
from sanctioning.kit.api.answers import made
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.practice_database import PracticeGone
from scoring.practice.models import Practice
from scoring.practice.selectors import Guide, guide_of, practices_of
from scoring.practice.services.practices import (
    PRACTICE_ACTS,
    begin_practice,
    let_robots_play,
    practice_gone,
    throw_away,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeLine:
    key: str
    path: str
    made_at: dt.datetime


class PracticesView(MemberEndpoint):
    needs_key = True

    @extend_schema(operation_id="practices", responses=serializer_for(PracticeLine)(many=True))
    def get(self, request: Request) -> Response:
        """Your practice events, the latest first."""
        return Response(
            as_data(tuple(_line(practice) for practice in practices_of(account=_account(request))))
        )

    @extend_schema(
        operation_id="begin_practice",
        request=None,
        responses={201: serializer_for(PracticeLine), 409: ProblemSerializer},
    )
    def post(self, request: Request) -> Response:
        """A practice event of your own, with robots; nothing of it counts."""
        practice = begin_practice(by=_account(request))
        return made(request, as_data(_line(practice)), "api-practice", practice.key)


class PracticeView(MemberEndpoint):
    @extend_schema(
        operation_id="practice",
        responses={200: serializer_for(Guide), 404: ProblemSerializer, 410: ProblemSerializer},
    )
    def get(self, request: Request, key: str) -> Response:
        """How the tables of one of your practice events stand."""
        own = practices_of(account=_account(request), key=key)
        if not own:
            raise NotFound
        try:
            return Response(as_data(guide_of(own[0])))
        except PracticeGone:
            raise practice_gone() from None


class PracticeActView(MemberEndpoint):
    path_values = {"act": PRACTICE_ACTS}

    @extend_schema(
        operation_id="act_on_practice",
        request=None,
        responses={
            200: serializer_for(Guide),
            204: None,
            404: None,
            409: ProblemSerializer,
            410: ProblemSerializer,
        },
    )
    def post(self, request: Request, key: str, act: str) -> Response:
        """Let the robots play (`others`, `all`, `finish-others`, `finish`), or `throw-away`."""
        own = practices_of(account=_account(request), key=key)
        if not own or act not in PRACTICE_ACTS:
            raise NotFound
        if act == "throw-away":
            throw_away(practice=own[0])
            return Response(status=status.HTTP_204_NO_CONTENT)
        try:
            let_robots_play(practice=own[0], act=act)
            return Response(as_data(guide_of(own[0])))
        except PracticeGone:
            raise practice_gone() from None


def _line(practice: Practice) -> PracticeLine:
    path = reverse("practice-guide", kwargs={"key": practice.key})
    return PracticeLine(key=practice.key, path=path, made_at=practice.made_at)


def _account(request: Request) -> Account:
    assert isinstance(request.user, Account)
    return request.user
