"""Fields that take what people write, such as a member number, and give the thing itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from sanctioning.identity.lookup import person_numbered
from sanctioning.people.models.person import Person

LONGEST = 60
Thing = TypeVar("Thing")


@extend_schema_field(OpenApiTypes.STR)
class MemberNumberField(serializers.Field[Person, Any, str, Any]):
    """A member number in, a person out."""

    def to_internal_value(self, data: Any) -> Person:
        return found_by_name(
            data, lambda number: person_numbered(number=number), _("Nobody has this number.")
        )

    def to_representation(self, value: Person) -> str:
        return value.number


def found_by_name(data: Any, find: Callable[[str], Thing | None], wrong: str) -> Thing:
    readable = isinstance(data, str) and len(data) <= LONGEST and "\0" not in data
    thing = find(data) if readable else None
    if thing is None:
        raise serializers.ValidationError(wrong)
    return thing
