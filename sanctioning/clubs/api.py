"""Clubs and offices for programs: registering, deciding, and keeping terms."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.clubs.commands import CLUB_COMMANDS
from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import ClubDesk, WaitingClub, club_desk, club_with, waiting_clubs
from sanctioning.clubs.services.clubs import register_club
from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import today
from sanctioning.offices.models.office import CLUB_OFFICES, Office
from sanctioning.offices.selectors import (
    AUTHORITY_OFFICES,
    OfficeHolders,
    TermLine,
    authority_offices,
    term_line,
    term_numbered,
)
from sanctioning.terms.commands import TERM_COMMANDS
from sanctioning.terms.services import appoint


class NewClubSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120)
    place = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    time_zone = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    officers = serializers.ListField(child=MemberNumberField(), required=False, default=list, max_length=50)


class NewTermSerializer(serializers.Serializer[Any]):
    person = MemberNumberField()
    office = serializers.ChoiceField(choices=[office.value for office in Office])
    first_day = serializers.DateField()
    last_day = serializers.DateField(required=False, allow_null=True, default=None)


class ClubApplicationsView(MemberEndpoint):
    @extend_schema(operation_id="club_applications", responses=serializer_for(WaitingClub)(many=True))
    def get(self, request: Request) -> Response:
        """Clubs on which nothing is decided yet, for the Managing Executor."""
        return or_not_found(waiting_clubs(asker=acting_person(request)))

    @extend_schema(
        operation_id="register_club",
        request=NewClubSerializer,
        responses={201: serializer_for(ClubDesk), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Register a club; whoever does is its first officer unless others are named."""
        person = acting_person(request)
        club = register_club(by=person, **valid(NewClubSerializer(data=request.data)))
        return made(request, as_data(club_desk(slug=club.slug, asker=person)), "api-club-desk", club.slug)


class ClubDeskView(MemberEndpoint):
    @extend_schema(operation_id="club_desk", responses=serializer_for(ClubDesk))
    def get(self, request: Request, slug: str) -> Response:
        """A club for its own people: whose turn it is, officers and directors, members."""
        return or_not_found(club_desk(slug=slug, asker=acting_person(request)))


class ClubStepView(MemberEndpoint):
    path_values = {"act": CLUB_COMMANDS}

    @extend_schema(
        operation_id="act_on_club",
        request=CLUB_COMMANDS.serializer,
        responses={200: serializer_for(ClubDesk), **REFUSED},
    )
    def post(self, request: Request, slug: str, act: str) -> Response:
        """Take one step of a club: ask, answer, approve, refuse, withdraw, apply, close, open (again)."""
        person = acting_person(request)
        CLUB_COMMANDS.run_sent(request, act, by=person, thing=club_with(slug))
        return or_not_found(club_desk(slug=slug, asker=person))


class ClubTermsView(MemberEndpoint):
    @extend_schema(
        operation_id="appoint_in_club",
        request=NewTermSerializer,
        responses={201: serializer_for(TermLine), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Appoint an officer or director of the club."""
        club = club_with(slug)
        if club is None:
            raise NotFound
        return made(request, _appointed(request, CLUB_OFFICES, club), "api-club-desk", slug)


class OfficesView(MemberEndpoint):
    @extend_schema(operation_id="offices", responses=serializer_for(OfficeHolders)(many=True))
    def get(self, request: Request) -> Response:
        """Who holds which office of the authority, held it, or will; for the Managing Executor."""
        return or_not_found(authority_offices(asker=acting_person(request)))

    @extend_schema(
        operation_id="appoint",
        request=NewTermSerializer,
        responses={201: serializer_for(TermLine), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Appoint to an office of the authority."""
        return made(request, _appointed(request, AUTHORITY_OFFICES, None), "api-offices")


class TermActView(MemberEndpoint):
    path_values = {"act": TERM_COMMANDS}

    @extend_schema(
        operation_id="act_on_term",
        request=TERM_COMMANDS.serializer,
        responses={200: serializer_for(TermLine), 204: None, **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """End, prolong, pass on or revoke a term; `day` is its last, or the first of the successor."""
        person = acting_person(request)
        TERM_COMMANDS.run_sent(request, act, by=person, thing=term_numbered(number))
        changed = term_numbered(number)
        if changed is None:
            return Response(status=204)
        return or_not_found(term_line(changed, today()))


def _appointed(request: Request, offices: tuple[Office, ...], club: Club | None) -> Any:
    person, typed = acting_person(request), valid(NewTermSerializer(data=request.data))
    if typed["office"] not in offices:
        raise serializers.ValidationError({"office": [_("This office is given elsewhere.")]})
    term = appoint(by=person, club=club, **typed)
    return as_data(term_line(term, today()))
