"""One's own messages, for programs."""

from __future__ import annotations

from dataclasses import dataclass

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person, or_not_found
from sanctioning.kit.api.serializers import serializer_for
from sanctioning.kit.lists.api import asked_of
from sanctioning.kit.messages.selectors import MessageDetail, MessageLine, message_of, messages_of, unread_by
from sanctioning.kit.messages.services.reading import mark_read


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePage:
    lines: tuple[MessageLine, ...]
    found: int
    unread: int
    page: int
    pages: int


class MessagesView(MemberEndpoint):
    @extend_schema(
        operation_id="messages",
        parameters=[OpenApiParameter(name, str) for name in ("search", "unread", "sort")]
        + [OpenApiParameter("page", int)],
        responses=serializer_for(MessagePage),
    )
    def get(self, request: Request) -> Response:
        """One page of your messages, the latest first, and how many are unread."""
        person = acting_person(request)
        asked = asked_of(request, messages_of(asker=person))
        page = MessagePage(
            lines=tuple(asked.lines),
            found=asked.found,
            unread=unread_by(person),
            page=asked.page,
            pages=asked.pages,
        )
        return or_not_found(page)


class MessageView(MemberEndpoint):
    @extend_schema(operation_id="message", responses=serializer_for(MessageDetail))
    def get(self, request: Request, number: int) -> Response:
        """One of your messages; looking at it does not mark it as read."""
        return or_not_found(message_of(asker=acting_person(request), number=number))


class MessageReadView(MemberEndpoint):
    @extend_schema(operation_id="message_read", request=None, responses=serializer_for(MessageDetail))
    def post(self, request: Request, number: int) -> Response:
        """Mark one of your messages as read."""
        person = acting_person(request)
        if message_of(asker=person, number=number) is None:
            raise NotFound
        mark_read(by=person, number=number)
        return or_not_found(message_of(asker=person, number=number))
