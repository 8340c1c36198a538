"""Previews of drafts for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.endpoints import MemberEndpoint, ProblemSerializer, acting_person, or_not_found
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.api import page_wanted
from sanctioning.kit.lists.parameters import SEARCH, page_parameter, require_one_of
from sanctioning.law.kinds_of_law import LAWS
from sanctioning.law.selectors.versions import version_of
from sanctioning.people.models.person import Person
from scoring.previews.commands import PREVIEW_COMMANDS
from scoring.previews.models import Preview
from scoring.previews.selectors import (
    KINDS,
    ORDERS,
    PreviewHead,
    PreviewPage,
    preview_at,
    preview_page,
    previews_of,
)
from scoring.previews.services.previews import ask_for_preview

REFUSALS = {403: ProblemSerializer, 409: ProblemSerializer}
ASKED = [
    SEARCH,
    OpenApiParameter("kind", str, enum=list(KINDS), description="Only those who gain, lose, or the like."),
    OpenApiParameter("order", str, enum=list(filter(None, ORDERS)), description="The order of the lines."),
    page_parameter(),
]


class PreviewsView(MemberEndpoint):
    @extend_schema(operation_id="previews", responses=serializer_for(PreviewHead)(many=True))
    def get(self, request: Request, reference: str) -> Response:
        """The previews of a draft of the Articles."""
        person = acting_person(request)
        return Response(as_data(previews_of(asker=person, articles=_draft(person, reference))))

    @extend_schema(
        operation_id="ask_for_preview",
        request=None,
        responses={202: serializer_for(PreviewPage), **REFUSALS},
    )
    def post(self, request: Request, reference: str) -> Response:
        """Ask for a preview of the draft as it is saved now; it is made by a job."""
        person = acting_person(request)
        preview = ask_for_preview(by=person, articles=_draft(person, reference))
        return Response(as_data(preview_page(preview)), status=202)


class PreviewView(MemberEndpoint):
    @extend_schema(
        operation_id="preview", parameters=ASKED, responses={200: serializer_for(PreviewPage), **REFUSALS}
    )
    def get(self, request: Request, reference: str, key: int) -> Response:
        """How far it is, what it comes to, whose points and degrees would have differed, and the games."""
        preview = _preview(acting_person(request), reference, key)
        query = {name: request.query_params.get(name, "") for name in ("search", "kind", "order")}
        require_one_of(query, {"kind": KINDS, "order": tuple(filter(None, ORDERS))})
        return or_not_found(preview_page(preview, **query, page=page_wanted(request)))


class PreviewActView(MemberEndpoint):
    path_values = {"act": PREVIEW_COMMANDS}

    @extend_schema(
        operation_id="act_on_preview", request=None, responses={200: serializer_for(PreviewPage), **REFUSALS}
    )
    def post(self, request: Request, reference: str, key: int, act: str) -> Response:
        """Cancel a preview, or let it go on from where it was."""
        person = acting_person(request)
        preview = _preview(person, reference, key)
        PREVIEW_COMMANDS.run_sent(request, act, by=person, thing=preview)
        return Response(as_data(preview_page(preview)))


def _draft(person: Person, reference: str) -> Any:
    draft = version_of(asker=person, kind=LAWS["articles"], reference=reference)
    if draft is None:
        raise NotFound
    return draft


def _preview(person: Person, reference: str, key: int) -> Preview:
    preview = preview_at(asker=person, key=key)
    if preview is None or preview.articles.reference != reference:
        raise NotFound
    return preview
