"""What may stand in a body: what nothing reads is refused, in JSON or a form."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from rest_framework import serializers

from sanctioning.kit.api.parameters import listed
from sanctioning.kit.api.serializers import Field, TypedDictField
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import NOT_CONTENT


def require_known_members(sent: Any, shape: Any, within: str = "") -> None:
    """Of JSON or a form, which writes what is within as `list[0]` and `object.member`. What is text is
    written as one: REST framework would take a number for its digits.

    Raises:
        Refusal: `member-unknown`.
        ValidationError: a number or a truth stands where text is expected.
    """
    if isinstance(shape, serializers.ListField | serializers.ListSerializer) and isinstance(sent, list):
        for number, item in enumerate(sent):
            require_known_members(item, shape.child, f"{within}{number}.")
    elif isinstance(shape, TypedDictField) and isinstance(sent, dict):
        refuse_unknown(sent, shape.known_members or sent, within)
    elif isinstance(shape, serializers.Serializer) and isinstance(sent, dict):
        taken = {name: field for name, field in shape.fields.items() if not field.read_only}
        if isinstance(sent, MultiValueDict):
            sent = _as_in_json(sent, taken)
        refuse_unknown(sent, taken, within)
        for name in sent:
            require_known_members(sent[name], taken[name], f"{within}{name}.")
    elif isinstance(shape, serializers.CharField) and not isinstance(sent, str | None):
        raise serializers.ValidationError({within.removesuffix("."): [_("This is text, in quotes.")]})


def _as_in_json(form: MultiValueDict[str, Any], taken: Mapping[str, Field]) -> dict[str, Any]:
    """The members of a form as a body of JSON has them, without what a page adds to each form."""
    members: dict[str, Any] = {}
    for name in form:
        whole = re.split(r"[.\[]", name)[0]
        field = taken.get(whole)
        if field is not None and _is_within(field, name.removeprefix(whole)):
            members[whole] = field.get_value(form)
        elif name not in NOT_CONTENT:
            members[name] = form.get(name)
    return members


def _is_within(field: Field, rest: str) -> bool:
    """Whether a name in a form, but for its beginning, says what of the field it is."""
    if isinstance(field, serializers.ListField | serializers.ListSerializer):
        return not rest or re.match(r"\[[0-9]+\]", rest) is not None
    if isinstance(field, serializers.Serializer | serializers.DictField):
        return rest[:1] == "." and len(rest) > 1
    return False


def require_no_members(sent: Any) -> None:
    """Where nothing is taken, an empty object is nothing too.

    Raises:
        Refusal: `member-unknown`.
    """
    if sent is not None:
        nothing: serializers.Serializer[Any] = serializers.Serializer(data=sent)
        require_known_members(sent, nothing)
        nothing.is_valid(raise_exception=True)


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
        sentence=_("This address takes no member %(names)s.") % {"names": listed(unknown)},
        rule=_("An address takes the members that the description of the API names."),
        remedy=_("It takes %(names)s.") % {"names": listed(members)} if members else _("Leave it out."),
        status=400,
        facts={"unknown": unknown, "known": members},
    )
