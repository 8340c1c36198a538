"""The entry to which the link in a mail leads, for programs: seen, and answered for its player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, valid
from sanctioning.kit.api.endpoints import PublicEndpoint
from sanctioning.kit.api.serializers import as_data, serializer_for
from tournaments.entries.entry_links import linked_entry
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import EntryLine, own_entry
from tournaments.entries.services.own_answers import OWN_ANSWERS
from tournaments.entries.services.promised_fees import enter_with_fee


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedEntry:
    """The entry, with the event that it is of."""

    event: str
    event_name: str
    entry: EntryLine


class LinkedAnswerSerializer(serializers.Serializer[Any]):
    """Of who enters again: how the fee is paid."""

    fee = serializers.ChoiceField(Entry.OWING, default=Entry.Fee.UNPAID)


ENTER: Final = "enter"
ACTS_BY_LINK: Final = (*OWN_ANSWERS, ENTER)


class LinkedEntryView(PublicEndpoint):
    @extend_schema(operation_id="linked_entry", responses=serializer_for(LinkedEntry))
    def get(self, request: Request, code: str) -> Response:
        """One's own entry without an account; the code is the last part of the link in its mails."""
        return Response(as_data(_seen(_entry(code))))


class LinkedEntryStepView(PublicEndpoint):
    path_values = {"act": ACTS_BY_LINK}

    @extend_schema(
        operation_id="act_on_linked_entry",
        request=LinkedAnswerSerializer,
        responses={200: serializer_for(LinkedEntry), **REFUSED},
    )
    def post(self, request: Request, code: str, act: str) -> Response:
        """Answer without an account: `withdraw` (also the no to a place that is offered), `leave` (the table
        as well), `accept` the place, `promise` the fee, or `enter` again."""
        entry = _entry(code)
        if act not in ACTS_BY_LINK:
            raise NotFound
        fee, person = valid(LinkedAnswerSerializer(data=request.data))["fee"], entry.person.identity
        if act == ENTER:
            enter_with_fee(by=person, event=entry.event, person=person, fee=fee)
        else:
            OWN_ANSWERS[act](person, entry)
        return Response(as_data(_seen(_entry(code))))


def _entry(code: str) -> Entry:
    entry = linked_entry(code)
    if entry is None:
        raise NotFound
    return entry


def _seen(entry: Entry) -> LinkedEntry:
    line = own_entry(entry.event.slug, entry.person.identity)
    assert line is not None
    return LinkedEntry(event=entry.event.slug, event_name=entry.event.name, entry=line)
