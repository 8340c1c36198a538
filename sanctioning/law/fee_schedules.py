"""What the body of a fee schedule says.

Purpose: one reader and one check of the JSON that the authority edits. Amounts are text, exact.
Rule section: IV (individual sanctions upon payment of the fee); reading 65: the text asks a fee for these
only, others may cost nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from sanctioning.kit.money import NOTHING, read_amount
from sanctioning.kit.refusals import Refusal

KINDS: Final = ("event", "individual")


def fee_for(body: Mapping[str, Any], kind: str, level: str, event_type: str) -> Decimal:
    """The fee of a kind of sanction at a level and type; nothing where the schedule names none."""
    text = body.get(kind, {}).get(level, {}).get(event_type)
    return amount_in(text) if text else NOTHING


def amount_in(text: str) -> Decimal:
    """An amount of a schedule; those of earlier days may part thousands with a comma alone, 1,204."""
    return read_amount(text) or read_amount(text.replace(",", "")) or NOTHING


def check_fees(body: Mapping[str, Any]) -> None:
    """Refuse a body that cannot be read, naming the place."""
    for kind, levels in body.items():
        if kind in ("example", "note"):
            if not isinstance(levels, bool if kind == "example" else str):
                raise _unreadable(kind, _("true or false") if kind == "example" else "text")
            continue
        if kind not in KINDS or not isinstance(levels, dict):
            raise _unreadable(kind, _("fees under “event” or “individual”, by level"))
        for level, types in levels.items():
            if not isinstance(types, dict):
                raise _unreadable(f"{kind}/{level}", _("fees by type"))
            for event_type, text in types.items():
                if not isinstance(text, str) or read_amount(text) is None:
                    raise _unreadable(f"{kind}/{level}/{event_type}", _('an amount as text, such as "12.50"'))


def _unreadable(place: str, wanted: str) -> Refusal:
    return Refusal(
        code="fees-unreadable",
        sentence=_("The fee schedule cannot be read at %(place)s.") % {"place": place},
        rule="IV",
        remedy=_("Give %(wanted)s.") % {"wanted": wanted},
        status=422,
        facts={"place": place},
    )
