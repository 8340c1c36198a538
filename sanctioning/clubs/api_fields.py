"""Fields that take what people write, a member number or a club's address, and give the thing itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_with
from sanctioning.identity.lookup import person_numbered
from sanctioning.people.models.person import Person

LONGEST = 60
Thing = TypeVar("Thing")


@extend_schema_field(OpenApiTypes.STR)
class PersonField(serializers.Field[Person, Any, str, Any]):
    """A member number in, a person out."""

    def to_internal_value(self, data: Any) -> Person:
        return _found(data, lambda number: person_numbered(number=number), _("Nobody has this number."))

    def to_representation(self, value: Person) -> str:
        return value.number


@extend_schema_field(OpenApiTypes.STR)
class ClubField(serializers.Field[Club, Any, str, Any]):
    """A club's address in, the club out."""

    def to_internal_value(self, data: Any) -> Club:
        return _found(data, club_with, _("No club has this address."))

    def to_representation(self, value: Club) -> str:
        return value.slug


def _found(data: Any, find: Callable[[str], Thing | None], wrong: str) -> Thing:
    readable = isinstance(data, str) and len(data) <= LONGEST and "\0" not in data
    thing = find(data) if readable else None
    if thing is None:
        raise serializers.ValidationError(wrong)
    return thing
