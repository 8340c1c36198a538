"""Webhooks for programs: making, changing and removing them, their secrets and their messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.conditional import only_as_read
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    ProblemSerializer,
    PublicEndpoint,
    acting_person,
    or_not_found,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import filter_parameter, state_parameter
from sanctioning.people.models.person import Person
from sanctioning.webhooks.addresses import LONGEST
from sanctioning.webhooks.commands import WEBHOOK_COMMANDS
from sanctioning.webhooks.models import Delivery, Webhook
from sanctioning.webhooks.selectors.webhooks import (
    DeliveryLine,
    KindLine,
    WebhookLine,
    deliveries_of,
    kinds_of_occasions,
    webhook_line,
    webhook_of,
    webhooks_of,
)
from sanctioning.webhooks.services.sending_again import send_again
from sanctioning.webhooks.services.webhooks import add_webhook, change_webhook, remove_webhook, renew_secret

NOT_FOUND = {404: ProblemSerializer}


class WebhookChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60, help_text="The program that receives the messages.")
    url = serializers.CharField(max_length=LONGEST, help_text="Its address; it begins with https://.")
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=50,
        help_text="Types of messages, as `webhook_types` names them (`type`).",
    )
    event = serializers.CharField(
        max_length=LONGEST,
        required=False,
        default="",
        allow_blank=True,
        help_text="The address (`slug`) of the one event of which it is told; empty: of all. It stays in a "
        "change that does not say it.",
    )


class NewWebhookSerializer(WebhookChangeSerializer):
    for_authority = serializers.BooleanField(
        default=False, help_text="For the Managing Executor: kept by the office, not by the person."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedWebhook:
    """The only answer that holds the secret."""

    webhook: WebhookLine
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSecret:
    """The only answer that holds the new secret; the old one signs beside it for a day."""

    secret: str


class KindsView(PublicEndpoint):
    @extend_schema(operation_id="webhook_types", responses=serializer_for(KindLine)(many=True))
    def get(self, request: Request) -> Response:
        """The types of messages that webhooks can send."""
        return Response(as_data(kinds_of_occasions()))


class WebhooksView(MemberEndpoint):
    needs_key = True

    @extend_schema(operation_id="webhooks", responses=serializer_for(WebhookLine)(many=True))
    def get(self, request: Request) -> Response:
        """Your webhooks; for the Managing Executor those of the authority besides."""
        return Response(as_data(webhooks_of(asker=acting_person(request))))

    @extend_schema(
        operation_id="add_webhook",
        request=NewWebhookSerializer,
        responses={201: serializer_for(AddedWebhook), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Have an address told what happens; its secret is in this answer and nowhere else."""
        person = acting_person(request)
        webhook, secret = add_webhook(by=person, **valid(NewWebhookSerializer(data=request.data)))
        line = webhook_line(asker=person, number=webhook.pk)
        assert line is not None
        return made(request, as_data(AddedWebhook(webhook=line, secret=secret)), "api-webhook", line.id)


class WebhookView(MemberEndpoint):
    @extend_schema(operation_id="webhook", responses={200: serializer_for(WebhookLine), **NOT_FOUND})
    def get(self, request: Request, number: int) -> Response:
        """One of your webhooks."""
        return or_not_found(webhook_line(asker=acting_person(request), number=number))

    @extend_schema(
        operation_id="change_webhook",
        request=WebhookChangeSerializer,
        responses={200: serializer_for(WebhookLine), **NOT_FOUND, **REFUSED},
    )
    @only_as_read(lambda request, number: Webhook.objects.filter(pk=number))
    def put(self, request: Request, number: int) -> Response:
        """Give a webhook another name or address, or tell it of other kinds of occasions."""
        person, webhook = _kept(request, number)
        changes = valid(WebhookChangeSerializer(data=request.data))
        if "event" not in request.data:
            changes["event"] = webhook.event
        change_webhook(by=person, webhook=webhook, **changes)
        return or_not_found(webhook_line(asker=person, number=number))

    @extend_schema(operation_id="remove_webhook", request=None, responses={204: None, **NOT_FOUND})
    @only_as_read(lambda request, number: Webhook.objects.filter(pk=number))
    def delete(self, request: Request, number: int) -> Response:
        """Remove a webhook with all its messages."""
        person, webhook = _kept(request, number)
        remove_webhook(by=person, webhook=webhook)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SecretView(MemberEndpoint):
    needs_key = True

    @extend_schema(
        operation_id="renew_webhook_secret",
        request=None,
        responses={201: serializer_for(NewSecret), **NOT_FOUND},
    )
    def post(self, request: Request, number: int) -> Response:
        """Make a new secret; it is in this answer and nowhere else."""
        person, webhook = _kept(request, number)
        new_secret = NewSecret(secret=renew_secret(by=person, webhook=webhook))
        return made(request, as_data(new_secret), "api-webhook", number)


class DeliveriesView(MemberEndpoint):
    @list_schema(
        "webhook_messages",
        DeliveryLine,
        filters=(
            state_parameter(Delivery.State.values),
            filter_parameter("type", "Only messages of this type."),
        ),
        sorts=("number", "happened"),
    )
    def get(self, request: Request, number: int) -> Response:
        """The messages of a webhook, the latest first, each with its attempts; of the last 30 days."""
        _person, webhook = _kept(request, number)
        return list_answer(request, deliveries_of(webhook=webhook))


class AgainView(MemberEndpoint):
    needs_key = True

    @extend_schema(
        operation_id="send_webhook_message_again",
        request=None,
        responses={200: serializer_for(WebhookLine), **NOT_FOUND, 409: ProblemSerializer},
    )
    def post(self, request: Request, number: int, message: int) -> Response:
        """Send one message once more, under the id that it had."""
        person, webhook = _kept(request, number)
        send_again(by=person, webhook=webhook, number=message)
        return or_not_found(webhook_line(asker=person, number=number))


class WebhookActView(MemberEndpoint):
    needs_key = frozenset({"test", "replay"})
    path_values = {"act": WEBHOOK_COMMANDS}

    @extend_schema(
        operation_id="act_on_webhook",
        request=WEBHOOK_COMMANDS.serializer,
        responses={200: serializer_for(WebhookLine), **NOT_FOUND, **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """Send a test, replay what happened since a moment, switch-off or switch-on."""
        person = acting_person(request)
        webhook = webhook_of(asker=person, number=number)
        WEBHOOK_COMMANDS.run_sent(request, act, by=person, thing=webhook)
        return or_not_found(webhook_line(asker=person, number=number))


def _kept(request: Request, number: int) -> tuple[Person, Webhook]:
    person = acting_person(request)
    webhook = webhook_of(asker=person, number=number)
    if webhook is None:
        raise NotFound
    return person, webhook
