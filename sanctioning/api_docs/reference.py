"""The operations of the API as pages list them, read off the schema.

Terms: part (the operations of one package), operation (a method of an address), field (a value of what is
sent or answered, with the names that lead to it: `games[].placings[].points`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.text import slugify
from markdown_it import MarkdownIt

from sanctioning.api_docs.schema import Version, schema, version

METHODS: Final = ("get", "post", "put", "patch", "delete")
COMPONENTS: Final = "#/components/schemas/"
COMBINED: Final = ("allOf", "oneOf", "anyOf")
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """`base` is the kind without the values that it names."""

    name: str
    kind: str
    base: str
    about: SafeString
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Of a `game`, where each has its own; empty where one is an example for all."""

    game: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: str
    media_type: str
    fields: tuple[Field, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """`parameters` are of the address and the headers; `sends` of the body, whose kind is `body`."""

    name: str
    method: str
    path: str
    summary: SafeString
    about: SafeString
    parameters: tuple[Field, ...]
    body: str
    sends: tuple[Field, ...]
    examples: tuple[Example, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """`messages` are those that webhooks send, with what they tell where an operation has what it `sends`."""

    slug: str
    name: str
    about: str
    operations: list[Operation] = field(default_factory=list)
    messages: list[Operation] = field(default_factory=list)


def parts() -> Mapping[str, Part]:
    """Every part by its slug, in the order of the schema. Kept as long as the schema is."""
    return _parts(version())


@cache
def _parts(_version: Version) -> Mapping[str, Part]:
    document = schema()
    listed = {
        tag["name"]: Part(slug=slugify(tag["name"]), name=tag["name"], about=tag["description"])
        for tag in document["tags"]
    }
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method in operations:
                operation = operations[method]
                listed[operation["tags"][0]].operations.append(_operation(document, path, method, operation))
    for kind, message in document["webhooks"].items():
        described = message["post"]
        listed[described["tags"][0]].messages.append(_operation(document, kind, "post", described))
    return {part.slug: part for part in listed.values()}


def _operation(
    document: Mapping[str, Any], path: str, method: str, described: Mapping[str, Any]
) -> Operation:
    return Operation(
        name=described["operationId"],
        method=method.upper(),
        path=path,
        summary=_marked_up(described["summary"]),
        about=_marked_up(described.get("description", "")),
        parameters=tuple(_parameter(document, parameter) for parameter in described.get("parameters", ())),
        body=_kind_of_content(document, described.get("requestBody", {})),
        sends=_fields_of_content(document, described.get("requestBody", {})),
        examples=tuple(_examples_of(described.get("requestBody", {}))),
        answers=tuple(_answers(document, described["responses"])),
    )


def _parameter(document: Mapping[str, Any], parameter: Mapping[str, Any]) -> Field:
    return Field(
        name=parameter["name"],
        kind=f"{parameter['in']}, {_kind(document, parameter['schema'])}",
        base=f"{parameter['in']}, {_kind(document, parameter['schema'], named=False)}",
        about=_marked_up(parameter.get("description", "")),
        required=parameter.get("required", False),
    )


def _answers(document: Mapping[str, Any], responses: Mapping[str, Any]) -> Iterator[Answer]:
    for status, response in responses.items():
        if status.startswith("2"):
            yield Answer(
                status=status,
                media_type=", ".join(response.get("content", {})),
                fields=_fields_of_content(document, response),
                examples=tuple(_examples_of(response)),
            )


def _fields_of_content(document: Mapping[str, Any], described: Mapping[str, Any]) -> tuple[Field, ...]:
    for content in described.get("content", {}).values():
        return tuple(_fields(document, content["schema"], "", ()))
    return ()


def _kind_of_content(document: Mapping[str, Any], described: Mapping[str, Any]) -> str:
    for content in described.get("content", {}).values():
        return _kind(document, content["schema"])
    return ""


def _examples_of(described: Mapping[str, Any]) -> Iterator[Example]:
    for content in described.get("content", {}).values():
        if "example" in content:
            yield _example("", content["example"])
        for example in content.get("examples", {}).values():
            yield _example(example["summary"], example["value"])


def _example(game: str, value: Any) -> Example:
    return Example(game=game, text=json.dumps(value, indent=2, ensure_ascii=False))


def _fields(
    document: Mapping[str, Any], shape: Mapping[str, Any], name: str, within: tuple[str, ...]
) -> Iterator[Field]:
    """Depth first; a shape within itself is named and not opened again."""
    shape, within = _resolved(document, shape, within)
    several = _objects_of(document, shape)
    if several:
        yield from _fields_of_several(document, several, name, within)
        return
    if "array" in _types_of(shape):
        yield from _fields(document, shape.get("items", {}), f"{name}[]", within)
    required = shape.get("required", ())
    for key, value in shape.get("properties", {}).items():
        here = f"{name}.{key}".lstrip(".")
        yield Field(
            name=here,
            kind=_kind(document, value),
            base=_kind(document, value, named=False),
            about=_marked_up(value.get("description", "")),
            required=key in required,
        )
        if _reference(value.get("items", value)) not in within:
            yield from _fields(document, value, here, within)


def _fields_of_several(
    document: Mapping[str, Any], shapes: list[Mapping[str, Any]], name: str, within: tuple[str, ...]
) -> Iterator[Field]:
    """Each field once, which must be there if it must in all."""
    listed = [{known.name: known for known in _fields(document, shape, name, within)} for shape in shapes]
    for path in dict.fromkeys(path for fields in listed for path in fields):
        known = next(fields[path] for fields in listed if path in fields)
        yield replace(known, required=all(path in fields and fields[path].required for fields in listed))


def _objects_of(document: Mapping[str, Any], shape: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The objects of which it is one; none where it is not one of several."""
    schemas = document["components"]["schemas"]
    listed = [one for one in shape.get("oneOf", ()) if "properties" in schemas.get(_reference(one), one)]
    return listed if len(listed) > 1 else []


def _resolved(
    document: Mapping[str, Any], shape: Mapping[str, Any], within: tuple[str, ...]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    reference = _reference(shape)
    if not reference or _objects_of(document, shape):
        return shape, within
    resolved: Mapping[str, Any] = document["components"]["schemas"][reference]
    return resolved, (*within, reference)


def _marked_up(text: str) -> SafeString:
    """A docstring as a page shows it: names of fields and values as code."""
    return SafeString(MARKDOWN.renderInline(text))


def _reference(shape: Mapping[str, Any]) -> str:
    """The name of the shape that stands elsewhere; empty where it stands here."""
    for alternative in (shape, *(part for kind in COMBINED for part in shape.get(kind, ()))):
        if "$ref" in alternative:
            return str(alternative["$ref"]).removeprefix(COMPONENTS)
    return ""


def _kind(document: Mapping[str, Any], shape: Mapping[str, Any], *, named: bool = True) -> str:
    """In words, such as “list of string” or “date-time or null”; without the values that are `named`, if so
    asked."""
    kinds = _types_of(shape)
    if "array" in kinds:
        words = f"list of {_kind(document, shape.get('items', {}), named=named)}"
    elif _objects_of(document, shape):
        words = "object"
    elif reference := _reference(shape):
        words = _kind(document, document["components"]["schemas"][reference], named=named)
    elif "enum" in shape and named:
        words = " | ".join(str(value) for value in shape["enum"] if value not in ("", None))
    else:
        words = str(shape.get("format") or " or ".join(sorted(kinds - {"null"})) or "any")
    return f"{words} or null" if "null" in kinds else words


def _types_of(shape: Mapping[str, Any]) -> set[str]:
    """As JSON Schema writes them: one, several, or one of several shapes."""
    written = shape.get("type", ())
    kinds = {written} if isinstance(written, str) else set(written)
    return kinds.union(*map(_types_of, shape.get("oneOf", ())))
