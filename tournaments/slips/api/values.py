"""The values of a slip as programs send and read them; the fields that it asks for say what each is."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

CELL: Final = {"type": ["string", "integer", "boolean", "null"]}
VALUE: Final = {
    "type": ["string", "integer", "boolean", "null", "array"],
    "items": {"type": "object", "additionalProperties": CELL},
}
"""Of a field with rows each row by its columns."""


@extend_schema_field(VALUE)
class SlipValueField(serializers.JSONField):
    """The format reads it, and says which field is wrong."""


class SlipValuesField(serializers.DictField):
    child = SlipValueField()
