"""Records of any format: read by the engine, refused with the place where they cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from rules_engine.reading import Malformed
from sanctioning.kit.json_members import MemberTwice, require_members_once
from sanctioning.kit.refusals import Refusal

Answer = TypeVar("Answer")


def checked(check: Callable[[bytes], Answer], data: bytes, name: str) -> tuple[Answer, Any]:
    """The engine's answer to a record of the format of this name, and the record parsed.

    Raises:
        Refusal: it is no record, or holds what cannot be kept.
    """
    try:
        answer = check(data)
    except Malformed as wrong:
        raise Refusal(
            code="record-malformed",
            sentence=_("The file cannot be read as a game record: %(message)s.") % {"message": wrong.message},
            rule=name,
            remedy=_("Correct it at %(place)s and send it again.")
            % {"place": wrong.pointer or _("the top of the document")},
            status=422,
            facts={"pointer": wrong.pointer},
        ) from None
    _require_storable(data, name)
    return answer, json.loads(data)


def require_each_once(data: bytes) -> None:
    """Refuse a member that is named twice: readers take not all the same one of the two, so that the hash of
    the file would stand for two records.

    Raises:
        Refusal: `record-malformed`.
    """
    try:
        require_members_once(data)
    except MemberTwice as twice:
        raise Refusal(
            code="record-malformed",
            sentence=_("The record names “%(member)s” twice in one place.") % {"member": twice},
            rule=_("Programs send JSON (RFC 8259) in UTF-8."),
            remedy=_("Leave out the one that does not count, and send the record again."),
            status=422,
        ) from None


def _require_storable(data: bytes, name: str) -> None:
    """Refuse the null character, which JSON can spell in one way alone and PostgreSQL cannot keep."""
    if b"\\u0000" not in data.replace(b"\\\\", b""):
        return
    raise Refusal(
        code="record-malformed",
        sentence=_("The record contains a null character, which no name and no card has."),
        rule=name,
        remedy=_("Remove the null character (\\\\u0000) and send the record again."),
        status=422,
    )
