"""Tokens for programs: making and revoking them; and resetting a second factor."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.api_token import ApiToken
from sanctioning.accounts.schema import BY_TOKEN
from sanctioning.accounts.selectors.accounts import TokenLine, tokens_of
from sanctioning.accounts.services.second_factor import reset_second_factor
from sanctioning.accounts.services.tokens import LONGEST, USUAL, make_token, revoke_token
from sanctioning.kit.api.answers import valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "sanctioning.accounts.authentication.TokenAuthentication"
    name = BY_TOKEN

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class AskedTokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60, help_text="The program that will use it.")
    scope = serializers.ChoiceField(
        choices=ApiToken.Scope.choices, default=ApiToken.Scope.READ.value, help_text="What it may do."
    )
    networks = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=400,
        help_text="The addresses and networks that it is taken from, such as 192.0.2.0/24; all where empty.",
    )
    days = serializers.IntegerField(
        min_value=1, max_value=LONGEST.days, default=USUAL.days, help_text="How long it is good for."
    )


class ResetSerializer(serializers.Serializer[Any]):
    number = serializers.CharField(max_length=12, help_text="Member number of who lost the device.")
    why = serializers.CharField(max_length=300)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken:
    """The only answer that holds the token itself."""

    id: int
    name: str
    scope: str
    networks: str
    expires_at: dt.datetime
    token: str


class TokensView(MemberEndpoint):
    needs_key = True
    takes_no_token = frozenset({"POST"})

    @extend_schema(operation_id="tokens", responses=serializer_for(TokenLine)(many=True))
    def get(self, request: Request) -> Response:
        """Your tokens, also the revoked ones; never what they are."""
        return Response(as_data(tokens_of(account=_account(request))))

    @extend_schema(
        operation_id="make_token",
        request=AskedTokenSerializer,
        responses={201: serializer_for(NewToken), 403: ProblemSerializer, 409: ProblemSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a token; it is in this answer and nowhere else. Whoever is signed in asks, and no token."""
        values = valid(AskedTokenSerializer(data=request.data))
        row, secret = make_token(
            by=_account(request),
            name=values["name"],
            scope=values["scope"],
            networks=values["networks"],
            lasts=dt.timedelta(days=values["days"]),
        )
        token = NewToken(
            id=row.pk,
            name=row.name,
            scope=row.scope,
            networks=row.networks,
            expires_at=row.expires_at,
            token=secret,
        )
        return Response(as_data(token), status=status.HTTP_201_CREATED)


class TokenRevokeView(MemberEndpoint):
    @extend_schema(
        operation_id="revoke_token",
        request=None,
        responses={200: serializer_for(TokenLine)(many=True), 404: ProblemSerializer},
    )
    def post(self, request: Request, number: int) -> Response:
        """Revoke one of your tokens."""
        revoke_token(by=_account(request), number=number)
        return Response(as_data(tokens_of(account=_account(request))))


class SecondFactorResetView(MemberEndpoint):
    @extend_schema(
        operation_id="reset_second_factor",
        request=ResetSerializer,
        responses={204: None, 403: ProblemSerializer, 409: ProblemSerializer, 422: ProblemSerializer},
    )
    def post(self, request: Request) -> Response:
        """Take away the second factor of somebody who lost the device."""
        person = acting_person(request)
        values = valid(ResetSerializer(data=request.data))
        reset_second_factor(by=person, number=values["number"], why=values["why"])
        return Response(status=status.HTTP_204_NO_CONTENT)


def _account(request: Request) -> Account:
    assert isinstance(request.user, Account)
    return request.user
