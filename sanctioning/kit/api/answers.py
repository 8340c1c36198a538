"""What endpoints answer alike: refusals, and 400 where what was sent cannot be read.

Invariant: of a body of JSON nothing is passed over, so that a misspelt member is noticed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers

from sanctioning.kit.api.endpoints import ProblemSerializer
from sanctioning.kit.api.serializers import TypedDictField
from sanctioning.kit.refusals import Refusal

REFUSED = {403: ProblemSerializer, 409: ProblemSerializer, 422: ProblemSerializer}


def valid(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    """What was sent, or 400 with what is wrong with it."""
    require_known_members(getattr(serializer, "initial_data", None), serializer)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def require_known_members(sent: Any, shape: Any, within: str = "") -> None:
    """Of JSON; a form may hold more than what somebody typed.

    Raises:
        Refusal: `member-unknown`.
    """
    if isinstance(shape, serializers.ListField | serializers.ListSerializer) and isinstance(sent, list):
        for number, item in enumerate(sent):
            require_known_members(item, shape.child, f"{within}{number}.")
    elif isinstance(shape, TypedDictField) and isinstance(sent, dict):
        refuse_unknown(sent, shape.known_members or sent, within)
    elif isinstance(shape, serializers.Serializer) and isinstance(sent, dict):
        if isinstance(sent, QueryDict):
            return
        taken = {name: field for name, field in shape.fields.items() if not field.read_only}
        refuse_unknown(sent, taken, within)
        for name in sent:
            require_known_members(sent[name], taken[name], f"{within}{name}.")


def refuse_unknown(sent: Collection[str], known: Collection[str], within: str = "") -> None:
    """Raises:
    Refusal: `member-unknown`.
    """
    unknown = sorted(f"{within}{name}" for name in set(sent) - set(known))
    if not unknown:
        return
    members = sorted(f"{within}{name}" for name in known)
    raise Refusal(
        code="member-unknown",
        sentence=_("This address takes no member %(names)s.") % {"names": _listed(unknown)},
        rule=_("An address takes the members that the description of the API names."),
        remedy=_("It takes %(names)s.") % {"names": _listed(members)} if members else _("Leave it out."),
        status=400,
        facts={"unknown": unknown, "known": members},
    )


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
