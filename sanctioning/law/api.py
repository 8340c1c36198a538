"""The law for programs: versions, drafts, comparisons, adoption; levels and types."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.answers import REFUSED, made, valid
from sanctioning.kit.api.conditional import only_as_read
from sanctioning.kit.api.endpoints import (
    MemberEndpoint,
    PublicEndpoint,
    acting_person,
    asker,
)
from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.law.commands import CATEGORY_COMMANDS
from sanctioning.law.kinds_of_law import LAWS, LawKind
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.selectors.versions import (
    CategoryLine,
    Comparison,
    VersionLine,
    VersionPage,
    categories,
    compare,
    law_history,
    version_of,
    version_page,
)
from sanctioning.law.services.levels import (
    add_level,
    add_type,
)
from sanctioning.law.services.versions import LAW_ACTS, adopt_law, draft_law, edit_law, withdraw_law
from sanctioning.people.models.person import Person

MODELS: dict[str, type[Level] | type[EventType]] = {"level": Level, "type": EventType}


class DraftSerializer(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=160)
    first_day = serializers.DateField(required=False, allow_null=True, default=None)
    body = serializers.DictField(required=False, help_text="Left out, that of `copy_of`, or an empty one.")
    copy_of = serializers.CharField(required=False, default="", help_text="A version to begin with.")
    slug = serializers.CharField(required=False, default="", help_text="Of rules: what records name them by.")
    format = serializers.CharField(required=False, default="", help_text="Of rules: the game.")


class EditSerializer(serializers.Serializer[Any]):
    edit = serializers.IntegerField(help_text="As it was read; refused when somebody saved meanwhile.")
    title = serializers.CharField(max_length=160)
    first_day = serializers.DateField(required=False, allow_null=True, default=None)
    body = serializers.DictField()


class LawActSerializer(serializers.Serializer[Any]):
    edit = serializers.IntegerField(required=False, help_text="The saving that was compared.")
    first_day = serializers.DateField(required=False)
    why = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class CategorySerializer(serializers.Serializer[Any]):
    slug = serializers.CharField(max_length=40)
    name = serializers.CharField(max_length=80)
    restricted = serializers.BooleanField(default=False)
    playoff = serializers.BooleanField(default=False)
    special_event = serializers.BooleanField(default=False)


class LawListView(PublicEndpoint):
    @extend_schema(operation_id="law", responses=serializer_for(VersionLine)(many=True))
    def get(self, request: Request) -> Response:
        """Every version of every law that the asker may see."""
        return Response(as_data(law_history(asker=asker(request))))


class LawDraftView(MemberEndpoint):
    needs_key = True
    path_values = {"kind": LAWS}

    @extend_schema(
        operation_id="draft_law",
        request=DraftSerializer,
        responses={201: serializer_for(VersionPage), **REFUSED},
    )
    def post(self, request: Request, kind: str) -> Response:
        """Draft a version."""
        person, law = acting_person(request), _kind(kind)
        values = valid(DraftSerializer(data=request.data))
        copied = version_of(asker=person, kind=law, reference=values["copy_of"])
        drafted = draft_law(
            by=person,
            law=law.model,
            title=values["title"],
            first_day=values["first_day"],
            body=values.get("body", copied.body if copied else law.empty),
            slug=values["slug"],
            format_slug=values["format"],
        )
        return made(request, as_data(version_page(drafted)), "api-law-version", kind, drafted.reference)


class LawView(PublicEndpoint):
    path_values = {"kind": LAWS}

    @extend_schema(operation_id="law_version", responses=serializer_for(VersionPage))
    def get(self, request: Request, kind: str, reference: str) -> Response:
        """What a version says, and what it changed."""
        return Response(as_data(version_page(_version(asker(request), kind, reference))))

    @extend_schema(
        operation_id="edit_law",
        request=EditSerializer,
        responses={200: serializer_for(VersionPage), **REFUSED},
    )
    @only_as_read(lambda request, kind, reference: _rows(_version(asker(request), kind, reference)))
    def put(self, request: Request, kind: str, reference: str) -> Response:
        """Save a draft."""
        person = acting_person(request)
        version, values = _version(person, kind, reference), valid(EditSerializer(data=request.data))
        return Response(as_data(version_page(edit_law(by=person, version=version, **values))))


class LawComparisonView(PublicEndpoint):
    path_values = {"kind": LAWS}

    @extend_schema(
        operation_id="law_comparison",
        parameters=[
            OpenApiParameter(
                "with", str, required=True, description="The version to compare with, by its reference."
            )
        ],
        responses=serializer_for(Comparison),
    )
    def get(self, request: Request, kind: str, reference: str) -> Response:
        """Where two versions of one law differ."""
        person = asker(request)
        old = _version(person, kind, request.query_params.get("with", ""))
        return Response(as_data(compare(old, _version(person, kind, reference))))


class LawActView(MemberEndpoint):
    path_values = {"act": LAW_ACTS, "kind": LAWS}

    @extend_schema(
        operation_id="act_on_law",
        request=LawActSerializer,
        responses={200: serializer_for(VersionPage), **REFUSED},
    )
    def post(self, request: Request, kind: str, reference: str, act: str) -> Response:
        """Adopt a draft from its first day on, or withdraw it."""
        person = acting_person(request)
        version, values = _version(person, kind, reference), valid(LawActSerializer(data=request.data))
        if act not in LAW_ACTS:
            raise NotFound
        if act == "adopt":
            days = {"first_day": values.get("first_day"), "edit": values.get("edit")}
            version = adopt_law(by=person, version=version, **days)
        else:
            version = withdraw_law(by=person, version=version, why=values["why"])
        return Response(as_data(version_page(version)))


class CategoriesView(PublicEndpoint):
    @extend_schema(operation_id="levels", responses=serializer_for(CategoryLine)(many=True))
    def get(self, request: Request) -> Response:
        """Levels and types of sanctions."""
        return Response(as_data(categories()))


class CategoryAddView(MemberEndpoint):
    path_values = {"kind": MODELS}

    @extend_schema(
        operation_id="add_level",
        request=CategorySerializer,
        responses={201: serializer_for(CategoryLine)(many=True), **REFUSED},
    )
    def post(self, request: Request, kind: str) -> Response:
        """Add a level, with what it is for good, or a type."""
        person, values = acting_person(request), valid(CategorySerializer(data=request.data))
        if kind == "level":
            add_level(by=person, **values)
        elif kind == "type":
            add_type(by=person, slug=values["slug"], name=values["name"])
        else:
            raise NotFound
        return made(request, as_data(categories(kind)), "api-levels")


class CategoryActView(MemberEndpoint):
    path_values = {"act": CATEGORY_COMMANDS, "kind": MODELS}

    @extend_schema(
        operation_id="act_on_level",
        request=CATEGORY_COMMANDS.serializer,
        responses={200: serializer_for(CategoryLine)(many=True), **REFUSED},
    )
    def post(self, request: Request, kind: str, slug: str, act: str) -> Response:
        """Rename, retire or bring back a level or type."""
        person, model = acting_person(request), MODELS.get(kind)
        category = model._default_manager.filter(slug=slug).first() if model else None
        CATEGORY_COMMANDS.run_sent(request, act, by=person, thing=category)
        return Response(as_data(categories(kind)))


def _kind(slug: str) -> LawKind:
    if slug not in LAWS:
        raise NotFound
    return LAWS[slug]


def _rows(version: Any) -> QuerySet[Any]:
    rows: QuerySet[Any] = type(version).objects.filter(pk=version.pk)
    return rows


def _version(person: Person | None, kind: str, reference: str) -> Any:
    version = version_of(asker=person, kind=_kind(kind), reference=reference)
    if version is None:
        raise NotFound
    return version
