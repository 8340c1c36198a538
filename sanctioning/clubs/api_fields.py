"""A field that takes the address of a club, and gives the club."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from sanctioning.clubs.models import Club
from sanctioning.clubs.selectors import club_with
from sanctioning.identity.api_fields import found_by_name


@extend_schema_field(OpenApiTypes.STR)
class ClubField(serializers.Field[Club, Any, str, Any]):
    """A club's address in, the club out."""

    def to_internal_value(self, data: Any) -> Club:
        return found_by_name(data, club_with, _("There is no club at this address."))

    def to_representation(self, value: Club) -> str:
        return value.slug
