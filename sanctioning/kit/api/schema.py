"""What the description of the API says of every address alike.

Terms: part (the operations of one package, a tag of OpenAPI).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiParameter
from rest_framework import serializers

from sanctioning.kit.api.conditional import IF_MATCH, IF_NONE_MATCH, takes_if_match
from sanctioning.kit.api.serializers import is_open
from sanctioning.kit.sent_once.keys import HEADER

JSON: Final = "application/json"
COMPONENTS: Final = "#/components/schemas/"
SENT_TWICE = (
    "A random name of what is sent: sent again with the same key it is done once and answered as before; "
    "the same key with something else is refused (409, `idempotency-key-reused`)."
)


class KeyedSchema(AutoSchema):
    """Declares the key wherever something is changed, and where it must be sent; sums each operation up, and
    puts it among those of its package."""

    def get_tags(self) -> list[str]:
        return [part_of(type(self.view))]

    def get_summary(self) -> str | None:
        declared: str | None = super().get_summary()
        return declared or first_sentence(self.get_description())

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call]
        for parameter in parameters:
            values = getattr(self.view, "path_values", {}).get(parameter["name"])
            if values is not None:
                parameter["schema"] = {**parameter["schema"], "enum": sorted(values)}
        return parameters

    def map_parsers(self) -> list[str]:
        """Bodies are JSON, but where a file is sent; a browser may send a form besides, which no program
        has to know of."""
        types: list[str] = super().map_parsers()
        return [JSON] if JSON in types and not _sends_a_file(self.get_request_serializer()) else types

    def _get_request_body(self, direction: Direction = "request") -> dict[str, Any] | None:
        body: dict[str, Any] | None = super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        if body is not None and getattr(self.view, "needs_body", False):
            body["required"] = True
        return body

    def get_override_parameters(self) -> list[Any]:
        declared: list[Any] = super().get_override_parameters()
        if self.method == "GET":
            return [*declared, IF_NONE_MATCH]
        if takes_if_match(getattr(self.view, self.method.lower())):
            declared = [*declared, IF_MATCH]
        needs = getattr(self.view, "needs_key", False) if self.method == "POST" else False
        needed = needs is True or getattr(self.view, "keeps_key_itself", False)
        acts = f" Without one {', '.join(sorted(needs))} are refused." if isinstance(needs, frozenset) else ""
        return [
            *declared,
            OpenApiParameter(
                HEADER,
                {"type": "string", "minLength": 1} if needed else str,
                OpenApiParameter.HEADER,
                required=needed,
                description=SENT_TWICE + acts,
            ),
        ]


def closed_bodies(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: what is only sent, and never answered, has no members but those named."""
    shapes = result["components"]["schemas"]
    operations = [operation for path in result["paths"].values() for operation in path.values()]
    sent = _named_in(shapes, [operation.get("requestBody") for operation in operations])
    answered = _named_in(shapes, [operation["responses"] for operation in operations])
    for name in sent - answered:
        if "properties" in shapes[name] and not is_open(name):
            shapes[name].setdefault("additionalProperties", False)
    return result


def _named_in(shapes: Mapping[str, Any], part: Any) -> set[str]:
    """The shapes to which that part of the description leads."""
    named: set[str] = set()
    waiting = [part]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, list):
            waiting += inner
        elif isinstance(inner, dict):
            name = str(inner.get("$ref", "")).removeprefix(COMPONENTS)
            if name in shapes and name not in named:
                named.add(name)
                waiting.append(shapes[name])
            waiting += inner.values()
    return named


def _sends_a_file(sent: object) -> bool:
    serializer = sent() if isinstance(sent, type) else sent
    if not isinstance(serializer, serializers.Serializer):
        return False
    return any(_is_file(field) for field in serializer.fields.values())


def _is_file(field: object) -> bool:
    return isinstance(field, serializers.FileField) or (
        isinstance(field, serializers.ListField) and _is_file(field.child)
    )


def part_of(view: type) -> str:
    """The part to which the operations of a view belong: “Entries” for those of `tournaments.entries`."""
    return package_of(view).rpartition(".")[2].replace("_", " ").capitalize()


def package_of(view: type) -> str:
    """What a view belongs to: a package has its endpoints in `api`, one module or several."""
    return re.split(r"\.\w*api\b", view.__module__)[0]


def first_sentence(text: str) -> str:
    """Up to the first full stop or the like, as a summary has it."""
    return re.split(r"(?<=[a-z0-9)`’])[.:;](?:\s|$)", " ".join(text.split()), maxsplit=1)[0]


def in_parts(result: dict[str, Any], generator: Any, **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: the parts with what each is about, which its package says."""
    packages = {part_of(view): package_of(view) for view in _views_of(generator)}
    result["tags"] = [
        {"name": part, "description": about(sys.modules[package])}
        for part, package in sorted(packages.items())
    ]
    return result


def about(package: ModuleType) -> str:
    """What a package says that it holds, without its name before it."""
    sentence = re.split(r"\.\s", " ".join((package.__doc__ or "").split()))[0]
    name, colon, content = sentence.partition(": ")
    said = content if colon else name
    return f"{said[:1].upper()}{said[1:].rstrip('.')}."


def _views_of(generator: Any) -> set[type]:
    return {type(view) for _path, _regex, _method, view in generator._get_paths_and_endpoints()}
