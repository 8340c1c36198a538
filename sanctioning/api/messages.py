"""One's own messages, for programs."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.api.base import MemberEndpoint, acting_person, found
from sanctioning.api.shapes import serializer_for
from sanctioning.paging import page_asked
from sanctioning.selectors.messages import MessageDetail, MessagePage, message_of, messages_of
from sanctioning.services.reading import mark_read


class MessagesView(MemberEndpoint):
    @extend_schema(
        operation_id="messages",
        parameters=[OpenApiParameter("page", int)],
        responses=serializer_for(MessagePage),
    )
    def get(self, request: Request) -> Response:
        """One page of your messages, the latest first, and how many are unread."""
        return found(messages_of(asker=acting_person(request), page=page_asked(request.query_params)))


class MessageView(MemberEndpoint):
    @extend_schema(operation_id="message", responses=serializer_for(MessageDetail))
    def get(self, request: Request, number: int) -> Response:
        """One of your messages; looking at it does not mark it as read."""
        return found(message_of(asker=acting_person(request), number=number))


class MessageReadView(MemberEndpoint):
    @extend_schema(operation_id="message_read", request=None, responses=serializer_for(MessageDetail))
    def post(self, request: Request, number: int) -> Response:
        """Mark one of your messages as read."""
        person = acting_person(request)
        if message_of(asker=person, number=number) is None:
            raise NotFound
        mark_read(by=person, number=number)
        return found(message_of(asker=person, number=number))
