"""Entering without a member number, for programs: asked for by anybody, confirmed by the code of the mail."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import PublicEndpoint, asker
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import LONGEST_NAME
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer_links import OnlineEntry, entry_confirmed
from tournaments.entries.selectors.entries import EntryLine, own_entry
from tournaments.entries.services.newcomers import ask_to_confirm, enter_newcomer
from tournaments.entries.throttle import require_not_too_often
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event


class NewcomerSerializer(serializers.Serializer[Any]):
    """`email` may be left out by an account, whose address is confirmed; `club` is a slug."""

    given_names = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_NAME)
    family_name = serializers.CharField(max_length=LONGEST_NAME)
    email = serializers.EmailField(required=False)
    club = serializers.SlugRelatedField(
        slug_field="slug", queryset=Club.objects.filter(state=Club.State.APPROVED), required=False
    )
    fee = serializers.ChoiceField(Entry.OWING, default=Entry.Fee.UNPAID)


class MailedSerializer(serializers.Serializer[Any]):
    """A mail was sent; its link confirms the entry."""

    mail = serializers.BooleanField()


class ConfirmationSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=2000)


class NewcomersView(PublicEndpoint):
    @extend_schema(
        operation_id="enter_newcomer",
        request=NewcomerSerializer,
        responses={201: serializer_for(EntryLine), 202: MailedSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter without a member number: at once with an account that has no record, else by a mail."""
        event = found_event(slug, asker(request))
        newcomer, account = asked_newcomer(request, event)
        if account is not None:
            return _entered(request, event, enter_newcomer(event=event, newcomer=newcomer, account=account))
        require_not_too_often(request._request, newcomer.email)
        ask_to_confirm(event=event, newcomer=newcomer)
        return Response({"mail": True}, status=202)


class ConfirmEntryView(PublicEndpoint):
    @extend_schema(
        operation_id="confirm_entry",
        request=ConfirmationSerializer,
        responses={201: serializer_for(EntryLine), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Confirm an entry by its code, the last part of the link in the mail."""
        newcomer = entry_confirmed(valid(ConfirmationSerializer(data=request.data))["code"])
        event = Event.objects.filter(pk=newcomer.event).first() if newcomer else None
        if newcomer is None or newcomer.place or event is None:
            raise Refusal(
                code="link-unknown",
                sentence=_("This link is too old, or was not copied whole."),
                rule=_("A link to confirm an entry works for seven days."),
                remedy=_("Enter the event again."),
                status=422,
            )
        return _entered(request, event, enter_newcomer(event=event, newcomer=newcomer))


def asked_newcomer(
    request: Request, event: Event, *, place: int = 0, turn: int = 0
) -> tuple[OnlineEntry, Account | None]:
    """What a program sends of somebody without a member number, and the account behind it."""
    typed = valid(NewcomerSerializer(data=request.data))
    account = request.user if isinstance(request.user, Account) else None
    if account is None and "email" not in typed:
        raise serializers.ValidationError({"email": [_("Type your e-mail address.")]})
    club = typed.get("club")
    newcomer = OnlineEntry(
        event=event.pk,
        given_names=typed["given_names"],
        family_name=typed["family_name"],
        email=account.email if account else typed["email"],
        club=club.pk if club else None,
        fee=typed["fee"],
        place=place,
        turn=turn,
    )
    return newcomer, account


def _entered(request: Request, event: Event, entry: Entry) -> Response:
    return made(request, as_data(own_entry(event.slug, entry.person.identity)), "api-event", event.slug)
