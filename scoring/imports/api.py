"""Imports for programs: by the services of the pages."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.endpoints import MemberEndpoint, acting_person
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.clock import moment
from sanctioning.kit.lists.api import list_answer, list_schema
from sanctioning.kit.lists.parameters import filter_parameter, kind_parameter, state_parameter
from sanctioning.people.models.person import Person
from scoring.imports.commands import IMPORT_COMMANDS
from scoring.imports.models import Import
from scoring.imports.selectors import (
    ImportLine,
    ImportPage,
    RowLine,
    entry_brought_forward,
    event_of_import,
    import_numbered,
    import_page,
    import_rows,
    imports,
)
from scoring.imports.services.correcting import correct_brought_forward, require_may_correct
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.kinds.kind import Outcome
from scoring.imports.services.preparing import require_preparing, upload_import
from scoring.ledger.selectors.tracing import Source, ledger_entry
from tournaments.events.api.event_by_address import found_event


class UploadSerializer(serializers.Serializer[Any]):
    """A file as CSV or XLSX; points, certificates, degrees and offices need a document to cite."""

    kind = serializers.ChoiceField(list(KINDS))
    file = serializers.FileField(allow_empty_file=True)
    source = serializers.CharField(  # type: ignore[assignment]  # a declared field, no attribute of the class
        required=False, allow_blank=True, default="", max_length=200
    )
    source_day = serializers.DateField(required=False, allow_null=True, default=None)
    documents = serializers.ListField(child=serializers.FileField(), required=False, default=list)


class CorrectedEntrySerializer(serializers.Serializer[Any]):
    """The points that the entry should have had in all, and the blue ones among them."""

    points = serializers.DecimalField(max_digits=12, decimal_places=1, min_value=Decimal(0))
    blue = serializers.DecimalField(
        max_digits=12, decimal_places=1, min_value=Decimal(0), required=False, default=Decimal("0.0")
    )
    why = serializers.CharField(max_length=500)


class CorrectEntryView(MemberEndpoint):
    @extend_schema(
        operation_id="correct_ledger_entry",
        request=CorrectedEntrySerializer,
        responses={201: serializer_for(Source), **REFUSED},
    )
    def post(self, request: Request, number: int) -> Response:
        """Correct points that were brought forward; the answer is the entry that corrects them."""
        person = acting_person(request)
        require_may_correct(by=person, at=moment(None))
        entry = entry_brought_forward(number)
        if entry is None:
            raise NotFound
        sent = valid(CorrectedEntrySerializer(data=request.data))
        correction = correct_brought_forward(by=person, entry=entry, **sent)
        return made(
            request, as_data(ledger_entry(number=correction.number)), "api-ledger-entry", correction.number
        )


class ImportsView(MemberEndpoint):
    needs_key = True
    parser_classes = [MultiPartParser]

    @list_schema(
        "imports",
        ImportLine,
        filters=(kind_parameter(tuple(KINDS)), state_parameter(Import.State.values)),
        sorts=("number", "uploaded", "written"),
    )
    def get(self, request: Request) -> Response:
        """Every import, the latest first."""
        require_preparing(acting_person(request), moment(None))
        return list_answer(request, imports())

    @extend_schema(
        operation_id="upload_import",
        parameters=[OpenApiParameter("event", str, description="Of entries alone: the event, by its slug.")],
        request={"multipart/form-data": UploadSerializer},
        responses={201: serializer_for(ImportPage), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Upload a file; how it is written and which column is which is found out. Then `check` it."""
        person = acting_person(request)
        slug = request.query_params.get("event", "")
        event = found_event(slug, person) if slug else None
        require_preparing(person, moment(None), event)
        sent = valid(UploadSerializer(data=request.data))
        file = sent.pop("file")
        documents = [(document.name, document) for document in sent.pop("documents")]
        importing = upload_import(
            by=person, name=file.name, file=file, documents=documents, event=event, **sent
        )
        return made(request, as_data(import_page(importing, person)), "api-import", importing.pk)


class ImportView(MemberEndpoint):
    @extend_schema(operation_id="import_file", responses={200: serializer_for(ImportPage), **REFUSED})
    def get(self, request: Request, number: int) -> Response:
        """How an import stands: how its file is read, and how many rows have which outcome."""
        person = acting_person(request)
        return Response(as_data(import_page(_found(person, number), person)))


class ImportRowsView(MemberEndpoint):
    @list_schema(
        "import_rows",
        RowLine,
        filters=(
            filter_parameter("outcome", "Only with this outcome.", Outcome.values),
            filter_parameter("row", "Only this row of the file, counted from 1."),
        ),
        sorts=("row",),
    )
    def get(self, request: Request, number: int) -> Response:
        """The rows of an import, each with its outcome."""
        return list_answer(request, import_rows(_found(acting_person(request), number)))


class ImportActView(MemberEndpoint):
    path_values = {"act": IMPORT_COMMANDS}

    @extend_schema(
        operation_id="act_on_import",
        request=IMPORT_COMMANDS.serializer,
        responses={200: serializer_for(ImportPage), 204: None, **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """Take one step of an import: `check`, `choose` for a row or the `rest`, `write`, `undo`, `drop`."""
        person = acting_person(request)
        importing = _found(person, number)
        IMPORT_COMMANDS.run_sent(request, act, by=person, thing=importing)
        if act == "drop":
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(as_data(import_page(_found(person, number), person)))


def _found(person: Person, number: int) -> Import:
    require_preparing(person, moment(None), event_of_import(number))
    importing = import_numbered(asker=person, number=number)
    if importing is None:
        raise NotFound
    return importing
