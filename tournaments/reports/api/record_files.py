"""Records sent in as files, for programs: a zip or several files in one request, and what became of each."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person
from sanctioning.kit.api.members import refuse_unknown
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment
from sanctioning.kit.sent_once.keys import NOT_CONTENT
from sanctioning.people.models.person import Person
from tournaments.events.api.event_by_address import found_event
from tournaments.events.models.event import Event
from tournaments.reports.selectors.record_files import BatchView, batch_of, batches_of, file_of
from tournaments.reports.services.record_files import RECORD_FILE_ACTS, require_director, send_records
from tournaments.reports.views.record_files import chosen_game, sent_files

FILES = {"type": "array", "items": {"type": "string", "format": "binary"}}
REFUSED = {403: ProblemSerializer, 409: ProblemSerializer, 413: ProblemSerializer, 422: ProblemSerializer}


class ChosenGameSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(required=False, allow_blank=True, default="", max_length=20)


class RecordBatchesView(MemberEndpoint):
    needs_key = True
    needs_body = True
    parser_classes = [MultiPartParser]

    @extend_schema(operation_id="record_batches", responses=serializer_for(BatchView)(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """What was sent in for the event, the latest first, without the files."""
        _person, event = _director(request, slug)
        return Response(as_data(batches_of(event)))

    @extend_schema(
        operation_id="send_records",
        request={"multipart/form-data": {"type": "object", "properties": {"files": FILES}}},
        responses={201: serializer_for(BatchView), **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Send records in the format of the event, singly or as a zip, as parts named `files`.

        Many are read by a job: ask again until none is waiting.
        """
        person, event = _director(request, slug)
        refuse_unknown(set(request.data) - NOT_CONTENT, ("files",))
        batch = send_records(by=person, event=event, sent=sent_files(request._request))
        return made(request, as_data(batch_of(event, batch.pk)), "api-record-batch", slug, batch.pk)


class RecordBatchView(MemberEndpoint):
    @extend_schema(operation_id="record_batch", responses=serializer_for(BatchView))
    def get(self, request: Request, slug: str, batch: int) -> Response:
        """What became of each file."""
        _person, event = _director(request, slug)
        return _answer(event, batch)


class RecordFileView(MemberEndpoint):
    path_values = {"act": RECORD_FILE_ACTS}

    @extend_schema(
        operation_id="settle_record_file",
        request=ChosenGameSerializer,
        responses={200: serializer_for(BatchView), **REFUSED},
    )
    def post(self, request: Request, slug: str, batch: int, number: int, act: str) -> Response:
        """Settle a file that fits nowhere: `assign` it to a game of the event, or `discard` it."""
        person, event = _director(request, slug)
        file = file_of(event, batch, number)
        if file is None or act not in RECORD_FILE_ACTS:
            raise NotFound
        serializer = valid(ChosenGameSerializer(data=request.data))
        RECORD_FILE_ACTS[act](person, file, chosen_game(event, serializer["game"]))
        return _answer(event, batch)


def _director(request: Request, slug: str) -> tuple[Person, Event]:
    person, event = acting_person(request), found_event(slug, acting_person(request))
    require_director(by=person, event=event, at=moment(None))
    return person, event


def _answer(event: Event, batch: int) -> Response:
    this_batch = batch_of(event, batch)
    if this_batch is None:
        raise NotFound(_("There is nothing with this number."))
    return Response(as_data(this_batch))
