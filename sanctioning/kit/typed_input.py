"""What a person typed, taken or refused: words that a step needs, whole numbers, and names of time zones."""

from __future__ import annotations

import unicodedata
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.text import slugify
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

MOST_FIGURES = 9
UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""General categories of Unicode that have no shape of their own."""
NO_SHAPE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for code in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))
}
"""Letters and marks that have none all the same (Default_Ignorable_Code_Point), and the empty pattern."""
FORMS: Final = range(0xE0100, 0xE01F0)
"""Marks that choose one form of an ideograph, for names in Japan; after anything else nobody sees them."""


def require_words(
    text: str, code: str, sentence: str, *, rule: str = "IV", remedy: str = "", field: str = ""
) -> str:
    """The words without blanks around them; refuses where there are none. `field` is where they are typed."""
    if text.strip():
        return text.strip()
    raise Refusal(
        code=code,
        sentence=sentence,
        rule=rule,
        remedy=remedy or _("Write it in a sentence or two, and send again."),
        status=422,
        facts={"field": field} if field else {},
    )


def require_reason(
    why: str,
    sentence: str = "",
    *,
    rule: str = "IV",
    remedy: str = "",
    field: str = "",
) -> str:
    """The reason without blanks around it; refuses where there is none."""
    return require_words(
        why,
        "reason-missing",
        sentence or _("The reason is missing."),
        rule=rule,
        remedy=remedy,
        field=field,
    )


def require_short_reason(why: str, sentence: str = "", *, rule: str = "IV", most: int) -> str:
    """The reason without blanks around it; refuses none, and one of more than `most` letters."""
    reason = require_reason(why, sentence, rule=rule)
    if len(reason) > most:
        raise Refusal(
            code="reason-too-long",
            sentence=_("The reason has %(length)s characters; at most %(most)s are allowed.")
            % {"length": len(reason), "most": most},
            rule=rule,
            remedy=_("Use fewer words."),
            status=422,
            facts={"most": most},
        )
    return reason


def visible(text: str, field: str) -> str:
    """A name as it is shown, without blanks around it; refuses one that holds what nobody sees.

    Marks of direction, joiners of no width and control characters make two names look alike, or turn the
    text around them. Letters are composed (Unicode NFC), and any blank is a plain one, so that equal names
    are equal.
    """
    name = unicodedata.normalize("NFC", text.strip())
    name = "".join(" " if unicodedata.category(character) == "Zs" else character for character in name)
    for position, character in enumerate(name, start=1):
        if _is_unseen(character, after=name[position - 2 : position - 1]):
            raise Refusal(
                code="name-invisible",
                sentence=_("The name has an invisible character at position %(place)s (U+%(code)s).")
                % {"place": position, "code": f"{ord(character):04X}"},
                rule=_("A name consists of letters, marks, digits and spaces that can be seen."),
                remedy=_("Type the name again instead of pasting it."),
                status=422,
                facts={"field": field},
            )
    return name


def _is_unseen(character: str, *, after: str) -> bool:
    if ord(character) in FORMS:
        return not after or unicodedata.category(after) != "Lo"
    return character in NO_SHAPE or unicodedata.category(character) in UNSEEN


def whole_number(text: str) -> int | None:
    """The number that plain figures say, from 0 to 999,999,999; None for anything else, such as "²"."""
    plain = text.isascii() and text.isdigit() and len(text) <= MOST_FIGURES
    return int(text) if plain else None


def zone_named(name: str, whose: str) -> ZoneInfo:
    """The time zone of a club or an event; refuses a name that no zone has."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise Refusal(
            code="time-zone-unknown",
            sentence=_("There is no time zone “%(name)s”.") % {"name": name},
            rule=_("%(whose)s needs a time zone.") % {"whose": whose},
            remedy=_('Write it as "Europe/London" or "America/Chicago".'),
            status=422,
        ) from None


def address_of(name: str, length: int) -> str:
    """The part of an address that a name gives, at most so long; refuses a name without Latin letters."""
    slug = slugify(visible(name, "name"))[:length]
    if slug:
        return slug
    raise Refusal(
        code="name-unreadable",
        sentence=_("The name has no letter from A to Z and no digit."),
        rule=_("The address of a page is made from the letters and digits of its name."),
        remedy=_("Add the name in Latin letters, or add the year."),
        status=422,
        facts={"field": "name"},
    )
