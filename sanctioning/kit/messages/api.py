"""One's own messages, for programs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.conditional import only_as_read
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, may_be_given_secrets, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import asked_of
from sanctioning.kit.lists.parameters import (
    SEARCH,
    filter_parameter,
    flag_parameter,
    page_parameter,
    sort_parameter,
)
from sanctioning.kit.messages.kinds import GROUPS
from sanctioning.kit.messages.selectors import (
    SORTS,
    ChannelLine,
    MessageDetail,
    MessageLine,
    channels_of,
    message_of,
    messages_of,
    unread_by,
    waiting_for_answer,
)
from sanctioning.kit.messages.services.channels import choose_channel
from sanctioning.kit.messages.services.reading import archive, archive_read, mark_read, unarchive
from sanctioning.people.models.person import Person

SECRET: Final = re.compile(r"\.[\w-]{20,}")
"""The signature of an address that lets whoever has it answer for its person."""
ASKED: Final = [
    SEARCH,
    flag_parameter("unread", "With `true` only unread messages."),
    filter_parameter("group", "Only messages about this.", tuple(GROUPS)),
    sort_parameter(SORTS),
    page_parameter(),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePage:
    """`needing_answer` are the numbers of the latest messages about what waits for you, on any page."""

    lines: tuple[MessageLine, ...]
    found: int
    unread: int
    needing_answer: tuple[int, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HowMany:
    messages: int


class MessagesView(MemberEndpoint):
    @extend_schema(operation_id="messages", parameters=ASKED, responses=serializer_for(MessagePage))
    def get(self, request: Request) -> Response:
        """One page of your messages, the latest first, without those in the archive; how many are unread,
        and which need an answer."""
        return _page(request, archived=False)


class ArchiveView(MemberEndpoint):
    @extend_schema(operation_id="archived_messages", parameters=ASKED, responses=serializer_for(MessagePage))
    def get(self, request: Request) -> Response:
        """One page of the messages in your archive, the latest first."""
        return _page(request, archived=True)


class ArchiveReadView(MemberEndpoint):
    @extend_schema(operation_id="archive_read_messages", request=None, responses=serializer_for(HowMany))
    def post(self, request: Request) -> Response:
        """Archive all threads that you have read, but for messages that need an answer."""
        return or_not_found(HowMany(messages=archive_read(by=acting_person(request))))


class MessageView(MemberEndpoint):
    @extend_schema(operation_id="message", responses=serializer_for(MessageDetail))
    def get(self, request: Request, number: int) -> Response:
        """One of your messages; looking at it does not mark it as read."""
        message = message_of(asker=acting_person(request), number=number)
        if message is not None and not may_be_given_secrets(request) and SECRET.search(message.path):
            message = replace(message, path="")
        return or_not_found(message)


class MessageReadView(MemberEndpoint):
    @extend_schema(operation_id="mark_message_read", request=None, responses=serializer_for(MessageDetail))
    def post(self, request: Request, number: int) -> Response:
        """Mark one of your messages as read."""
        person = _recipient(request, number)
        mark_read(by=person, number=number)
        return or_not_found(message_of(asker=person, number=number))


class MessageArchiveView(MemberEndpoint):
    @extend_schema(operation_id="archive_message", request=None, responses=serializer_for(MessageDetail))
    def post(self, request: Request, number: int) -> Response:
        """Archive one of your messages with the rest of its thread; all of it counts as read."""
        person = _recipient(request, number)
        archive(by=person, number=number)
        return or_not_found(message_of(asker=person, number=number))


class MessageUnarchiveView(MemberEndpoint):
    @extend_schema(operation_id="unarchive_message", request=None, responses=serializer_for(MessageDetail))
    def post(self, request: Request, number: int) -> Response:
        """Bring one of your messages back from the archive with the rest of its thread."""
        person = _recipient(request, number)
        unarchive(by=person, number=number)
        return or_not_found(message_of(asker=person, number=number))


class ChannelChoiceSerializer(serializers.Serializer[Any]):
    channel = serializers.CharField(max_length=40, help_text="One that is installed.")
    address = serializers.CharField(
        max_length=500, allow_blank=True, default="", help_text="Where it reaches you."
    )
    groups = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=20,
        help_text="What the messages are about; of no group, none are passed on any more.",
    )


class ChannelsView(MemberEndpoint):
    @extend_schema(operation_id="message_channels", responses=serializer_for(ChannelLine)(many=True))
    def get(self, request: Request) -> Response:
        """The channels by which messages can reach you besides e-mail, with what you chose."""
        return Response(as_data(channels_of(asker=acting_person(request))))

    @extend_schema(
        operation_id="choose_message_channel",
        request=ChannelChoiceSerializer,
        responses={200: serializer_for(ChannelLine)(many=True), **REFUSED},
    )
    @only_as_read(lambda request: Person.objects.filter(pk=acting_person(request).pk))
    def put(self, request: Request) -> Response:
        """Have messages of some groups passed on by a channel."""
        person = acting_person(request)
        choose_channel(by=person, **valid(ChannelChoiceSerializer(data=request.data)))
        return Response(as_data(channels_of(asker=person)))


def _page(request: Request, *, archived: bool) -> Response:
    person = acting_person(request)
    asked = asked_of(request, messages_of(asker=person, archived=archived))
    page = MessagePage(
        lines=tuple(asked.lines),
        found=asked.found,
        unread=unread_by(person),
        needing_answer=tuple(line.id for line in waiting_for_answer(person)),
        page=asked.page,
        pages=asked.pages,
    )
    return or_not_found(page)


def _recipient(request: Request, number: int) -> Person:
    person = acting_person(request)
    if message_of(asker=person, number=number) is None:
        raise NotFound
    return person
