"""Serializers read off the selectors' dataclasses, so that page and program see the same fields.

Purpose: one description of what a selector returns. `serializer_for(X)` has a field for each field of
the dataclass; the OpenAPI schema is made from it.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NotRequired,
    Required,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.db.models import Choices, Model
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from sanctioning.kit.money import Money

Field = serializers.Field[Any, Any, Any, Any]

PLAIN: dict[type[Any], Callable[[Any], Any]] = {
    serializers.CharField: str,
    serializers.ChoiceField: str,
    serializers.IntegerField: int,
}
JSON_TYPES: dict[Any, str] = {str: "string", int: "integer", bool: "boolean"}
_OPEN: Final[set[Any]] = set()
Shape = TypeVar("Shape", bound=type)
SIMPLE: dict[type, type[Field]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    dt.date: serializers.DateField,
    dt.datetime: serializers.DateTimeField,
}


@cache
def serializer_for(shape: type) -> type[serializers.Serializer[Any]]:
    """The serializer of a dataclass, read only."""
    hints = get_type_hints(shape, include_extras=True)
    fields: dict[str, object] = {field.name: _field(hints[field.name]) for field in dataclasses.fields(shape)}
    return type(f"{shape.__name__}Serializer", (serializers.Serializer,), fields)


def as_data(shape: Any) -> Any:
    """A dataclass, or a row of them, as the API sends it."""
    if isinstance(shape, tuple):
        return [as_data(item) for item in shape]
    writer: Write = _writer_of(type(shape))  # type: ignore[arg-type]
    return writer(shape)


Write = Callable[[Any], Any]


@cache
def _writer_of(shape: type) -> Write:
    return _write(serializer_for(shape)())


def _write(field: Field | serializers.Serializer[Any]) -> Write:
    """What the field's own `to_representation` does, without asking again at each value what is asked for."""
    if isinstance(field, serializers.Serializer):
        return _write_object(field)
    if isinstance(field, serializers.ListField):
        item = _or_none(_write(field.child))
        return lambda items: [item(value) for value in items]
    if isinstance(field, serializers.DictField):
        item = _or_none(_write(field.child))
        return lambda items: {str(key): item(value) for key, value in items.items()}
    return PLAIN.get(type(field), field.to_representation)


def _write_object(serializer: serializers.Serializer[Any]) -> Write:
    names = tuple(serializer.fields)
    writers = tuple(_or_none(_write(serializer.fields[name])) for name in names)
    values_of = attrgetter(*names) if len(names) > 1 else lambda shape: (getattr(shape, names[0]),)

    def write(shape: Any) -> dict[str, object]:
        return {
            name: write(value) for name, write, value in zip(names, writers, values_of(shape), strict=True)
        }

    return write


def _or_none(write: Write) -> Write:
    return lambda value: None if value is None else write(value)


def _field(hint: Any, **rules: Any) -> Field:
    """The field of a hint, with `required` or `allow_null` where they are said."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        named = [argument for argument in arguments if argument is not type(None)]
        return _field(named[0] if len(named) == 1 else Any, **{**rules, "allow_null": True})
    if hint in SIMPLE:
        return SIMPLE[hint](**rules)
    if hint == Money:
        return serializers.DecimalField(max_digits=14, decimal_places=2, **rules)
    if hint is Decimal:
        return serializers.DecimalField(max_digits=12, decimal_places=1, **rules)
    if origin is Annotated:
        return _field_as(*arguments, **rules)
    if origin is Literal:
        return serializers.ChoiceField(arguments, **rules)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return serializer_for(hint)(**rules)
    if isinstance(hint, type) and issubclass(hint, Model):
        raise TypeError(f"A program is shown no row of {hint.__name__}: name what of it is shown.")
    if is_typeddict(hint):
        return field_of_typed_dict(hint)(**rules)
    return _collection(hint, origin, arguments, **rules)


def _field_as(hint: Any, described: Any, *blank: str, **rules: Any) -> Field:
    """Of `Annotated[hint, described]`: one of `Choices`, JSON in the shape of a `TypedDict`, or a field.
    `Annotated[str, Choices, ""]` may be empty besides."""
    if isinstance(described, type) and issubclass(described, serializers.Field):
        return described(**rules)
    if isinstance(described, type) and issubclass(described, Choices):
        return serializers.ChoiceField(described.choices, allow_blank=bool(blank), **rules)
    return _field(described if is_typeddict(described) else hint, **rules)


def _collection(hint: Any, origin: Any, arguments: tuple[Any, ...], **rules: Any) -> Field:
    if origin is tuple and arguments[-1:] != (Ellipsis,) and all(part in JSON_TYPES for part in arguments):
        return row_of(arguments)(**rules)
    if origin in (tuple, list, Sequence):
        return serializers.ListField(child=_field(arguments[0]), **rules)
    if origin in (dict, Mapping):
        return serializers.DictField(child=_field(arguments[1]), **rules)
    return serializers.JSONField(**rules)


def with_others(shape: Shape) -> Shape:
    """Mark a `TypedDict` that has further members by its kind, which reads and checks them."""
    _OPEN.add(shape)
    return shape


class TypedDictField(serializers.DictField):
    """JSON in the shape of a `TypedDict`; `known_members` are its names, none where it may have others."""

    known_members: ClassVar[frozenset[str]] = frozenset()
    child = serializers.JSONField()


@cache
def field_of_typed_dict(shape: Any) -> type[TypedDictField]:
    """JSON that is handed on as it is, and described by its `TypedDict`; a document of the engine by the
    schema that its format publishes, which stands among the components."""
    described: Any = component(document_name(shape)) if _is_document(shape) else _described(shape)
    is_open = _is_document(shape) or shape in _OPEN
    known = frozenset() if is_open else frozenset(shape.__annotations__)
    field = type(f"{shape.__name__}Field", (TypedDictField,), {"known_members": known})
    return extend_schema_field(described)(field)


@cache
def _described(shape: Any) -> type[serializers.Serializer[Any]]:
    fields: dict[str, object] = {
        name: _member(hint, name in shape.__required_keys__)
        for name, hint in get_type_hints(shape, include_extras=True).items()
    }
    words = inspect.getdoc(shape)
    return type(f"{shape.__name__}Serializer", (serializers.Serializer,), {**fields, "__doc__": words})


def _member(hint: Any, required: bool) -> Field:
    """A `TypedDict` does not know itself what its text says of each member, where annotations are texts."""
    if get_origin(hint) in (Required, NotRequired):
        return _member(get_args(hint)[0], get_origin(hint) is Required)
    return _field(hint, required=required)


def is_open(component_of: str) -> bool:
    """Whether a shape of the description, by its name, has further members by its kind."""
    return component_of in {shape.__name__ for shape in _OPEN}


def _is_document(shape: type) -> bool:
    return shape.__module__.rpartition(".")[2] == "document"


def document_name(shape: type) -> str:
    """“WhoopieStanza” for `rules_engine.whoopie.document.StanzaDocument`."""
    return component_name(shape.__module__.split(".")[-2], shape.__name__.removesuffix("Document"))


def component_name(*words: str) -> str:
    """“BidWhistHand” for “bid_whist” and “hand”."""
    parts = "_".join(words).replace("-", "_").split("_")
    return "".join(part[:1].upper() + part[1:] for part in parts)


def component(name: str) -> dict[str, str]:
    """A shape that stands among the components of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


@cache
def row_of(columns: tuple[type, ...]) -> type[serializers.ListField]:
    """A row of so many values, such as place, name and score."""
    cells = [{"type": JSON_TYPES[column]} for column in columns]
    kinds = sorted({cell["type"] for cell in cells})
    described = {
        "type": "array",
        "prefixItems": cells,
        "items": {"type": kinds[0] if len(kinds) == 1 else kinds},
        "minItems": len(cells),
        "maxItems": len(cells),
    }
    field = type("RowField", (serializers.ListField,), {"child": serializers.JSONField()})
    return extend_schema_field(described)(field)
