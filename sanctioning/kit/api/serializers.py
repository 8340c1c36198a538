"""Serializers read off the selectors' dataclasses, so that page and program see the same fields.

Purpose: one description of what a selector returns. `serializer_for(X)` has a field for each field of
the dataclass; the OpenAPI schema is made from it.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import types
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from django.db.models import Model
from rest_framework import serializers

from sanctioning.kit.money import Money

Field = serializers.Field[Any, Any, Any, Any]

PLAIN: dict[type[Any], Callable[[Any], Any]] = {serializers.CharField: str, serializers.IntegerField: int}
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


def _field(hint: Any, *, allow_null: bool = False) -> Field:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        [inner] = [argument for argument in arguments if argument is not type(None)]
        return _field(inner, allow_null=True)
    if hint == Money:
        return serializers.DecimalField(max_digits=14, decimal_places=2, allow_null=allow_null)
    if hint is Decimal:
        return serializers.DecimalField(max_digits=12, decimal_places=1, allow_null=allow_null)
    if hint in SIMPLE:
        return SIMPLE[hint](allow_null=allow_null)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return serializer_for(hint)(allow_null=allow_null)
    if origin is tuple and arguments[-1:] == (Ellipsis,):
        return serializers.ListField(child=_field(arguments[0]), allow_null=allow_null)
    if origin is list:
        return serializers.ListField(child=_field(arguments[0]), allow_null=allow_null)
    if isinstance(hint, type) and issubclass(hint, Model):
        raise TypeError(f"A program is shown no row of {hint.__name__}: name what of it is shown.")
    if is_typeddict(hint):
        return serializers.DictField(child=serializers.JSONField(), allow_null=allow_null)
    if origin in (dict, Mapping):
        return serializers.DictField(child=_field(arguments[1]), allow_null=allow_null)
    return serializers.JSONField(allow_null=allow_null)
