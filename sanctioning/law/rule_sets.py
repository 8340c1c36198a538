"""What the body of a rule set says: the sections it carries, and the amendments to them.

Purpose: one check of the JSON that the authority edits. The approved text stands nowhere in the system;
a version names its sections, and carries the wording of what the authority amended for sanctioned games.
Rule section: IV (the authority may amend the rules for sanctioned games); reading 74.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

SECTIONS: Final = ("I", "II", "III", "IV")
SECTION_LENGTH: Final = 80
AMENDMENT_LENGTH: Final = 10_000
MOST_AMENDMENTS: Final = 200


def check_rules(body: Mapping[str, Any]) -> None:
    """Refuse a body that cannot be read, naming the place."""
    for name in body:
        _need(name in ("approved", "sections", "amendments", "note"), name, _("only sections and amendments"))
    for name in ("approved", "note"):
        _need(isinstance(body.get(name, ""), str), name, "text")
    sections = body.get("sections")
    _need(isinstance(sections, list) and bool(sections), "sections", _("its sections"))
    for number, section in enumerate(body["sections"], start=1):
        _need(_written(section, SECTION_LENGTH), f"sections/{number}", _("the name of a section"))
    amendments = body.get("amendments", [])
    few = isinstance(amendments, list) and len(amendments) <= MOST_AMENDMENTS
    _need(
        few,
        "amendments",
        _("a list of at most %(most_amendments)s amendments") % {"most_amendments": MOST_AMENDMENTS},
    )
    for number, amendment in enumerate(amendments, start=1):
        place = f"amendments/{number}"
        shaped = isinstance(amendment, dict) and set(amendment) == {"section", "text"}
        _need(shaped, place, _("the section that it amends and its text"))
        _need(amendment["section"] in body["sections"], place, _("a section of these rules"))
        _need(_written(amendment["text"], AMENDMENT_LENGTH), place, _("the new wording"))


def _written(text: Any, longest: int) -> bool:
    return isinstance(text, str) and 0 < len(text.strip()) <= longest


def _need(met: bool, place: str, wanted: str) -> None:
    if not met:
        raise Refusal(
            code="rules-unreadable",
            sentence=_("The rules cannot be read at %(place)s.") % {"place": place},
            rule="IV",
            remedy=_("Give %(wanted)s.") % {"wanted": wanted},
            status=422,
            facts={"place": place},
        )
