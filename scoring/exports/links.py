"""The download address of an export: whoever has it may fetch the latest file.

Invariants: the address is signed and never kept (docs/decisions/0008); it works until its day is over, it is
withdrawn or made new, or the export stops.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from sanctioning.kit.messages.mail_text import link_to
from scoring.exports.models import Export

SIGNER: Final = Signer(salt="download of an export", sep=".")
LINK_DAYS: Final = 90


def link_address(export: Export, day: dt.date) -> str:
    """Empty where there is none any more."""
    if not opens(export, day):
        return ""
    return link_to(reverse("export-download", args=[SIGNER.sign(f"{export.pk}-{export.link_turn}")]))


def opens(export: Export, day: dt.date) -> bool:
    return export.link_until is not None and export.link_until >= day and not export.stopped


def export_with(code: str, day: dt.date) -> Export | None:
    """The export whose address has this code; None for one not made here, over, withdrawn or made new."""
    try:
        key, turn = map(int, SIGNER.unsign(code).split("-"))
    except (BadSignature, ValueError):
        return None
    exports = Export.objects.select_related("owner__account", "owner__merged_into__account", "event__club")
    export = exports.filter(pk=key, link_turn=turn).first()
    return export if export is not None and opens(export, day) else None
