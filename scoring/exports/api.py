"""Exports for programs: setting them up, running, pausing and removing them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.conditional import only_as_read
from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from scoring.exports.commands import EXPORT_COMMANDS
from scoring.exports.models import Export
from scoring.exports.selectors import ExportDetail, ExportLine, export_detail, export_of, exports_of
from scoring.exports.services.exports import add_export, remove_export

NOT_FOUND = {404: ProblemSerializer}


class NewExportSerializer(serializers.Serializer[Any]):
    what = serializers.ChoiceField(Export.What.choices, help_text="What is exported.")
    of = serializers.CharField(
        max_length=80,
        allow_blank=True,
        default="",
        help_text="Of a roster its card game, of entries the address of their event.",
    )
    file = serializers.ChoiceField(Export.File.choices, help_text="`xlsx` of rosters only.")
    every = serializers.ChoiceField(Export.Every.choices, help_text="`published` of rosters only.")
    way = serializers.ChoiceField(Export.Way.choices, help_text="At a download address, or by mail.")


class ExportsView(MemberEndpoint):
    needs_key = True

    @extend_schema(operation_id="exports", responses=serializer_for(ExportLine)(many=True))
    def get(self, request: Request) -> Response:
        """Your exports on a schedule."""
        return Response(as_data(exports_of(asker=acting_person(request))))

    @extend_schema(
        operation_id="add_export",
        request=NewExportSerializer,
        responses={201: serializer_for(ExportDetail), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Set an export up; its first file is made at once."""
        person = acting_person(request)
        export = add_export(by=person, **valid(NewExportSerializer(data=request.data)))
        detail = export_detail(asker=person, number=export.pk)
        return made(request, as_data(detail), "api-export", export.pk)


class ExportView(MemberEndpoint):
    @extend_schema(operation_id="export", responses={200: serializer_for(ExportDetail), **NOT_FOUND})
    def get(self, request: Request, number: int) -> Response:
        """One of your exports, with what came of it the last times."""
        return or_not_found(export_detail(asker=acting_person(request), number=number))

    @extend_schema(operation_id="remove_export", request=None, responses={204: None, **NOT_FOUND})
    @only_as_read(lambda request, number: Export.objects.filter(pk=number))
    def delete(self, request: Request, number: int) -> Response:
        """Remove an export with all its files."""
        person = acting_person(request)
        export = export_of(asker=person, number=number)
        if export is None:
            raise NotFound
        remove_export(by=person, export=export)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ExportActView(MemberEndpoint):
    needs_key = frozenset({"run", "new-address"})
    path_values = {"act": EXPORT_COMMANDS}

    @extend_schema(
        operation_id="export_act",
        request=EXPORT_COMMANDS.serializer,
        responses={200: serializer_for(ExportDetail), **NOT_FOUND, **REFUSED},
    )
    def post(self, request: Request, number: int, act: str) -> Response:
        """Run, pause or resume an export, give it a new-address or withdraw-address."""
        person = acting_person(request)
        export = export_of(asker=person, number=number)
        EXPORT_COMMANDS.run_sent(request, act, by=person, thing=export)
        return or_not_found(export_detail(asker=person, number=number))
