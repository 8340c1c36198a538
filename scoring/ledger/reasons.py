"""The reasons that the system itself gives for an entry of the ledger.

The entry's hash covers its reason, so the ledger keeps it in English; it is shown in the reader's language.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from sanctioning.kit.wording.localised import day

PLACE: Final = _("Place %(place)s in %(event)s, game %(game)s")
RECORDED: Final = _("%(serial)s recorded by submission %(submission)s")
RECORDED_FOR: Final = _("%(serial)s stands in the books for %(replaced)s")
CERTIFICATE_BROUGHT_FORWARD: Final = _("Brought forward: certificate %(serial)s")
BROUGHT_FORWARD: Final = _("Brought forward: %(source)s of %(day)s")
TAKEN_BACK: Final = _("Taken back with import %(number)s: %(why)s")
FACT: Final = re.compile(r"%\((\w+)\)s")


def _pattern_of(reason: str) -> re.Pattern[str]:
    words = FACT.split(reason)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(words)), re.DOTALL
    )


_PATTERNS: Final = [
    (reason, _pattern_of(reason))
    for reason in (PLACE, RECORDED, RECORDED_FOR, CERTIFICATE_BROUGHT_FORWARD, BROUGHT_FORWARD, TAKEN_BACK)
]


def in_words(reason: str) -> str:
    """In the language that is active; what somebody wrote stays as it is."""
    for template, pattern in _PATTERNS:
        if match := pattern.fullmatch(reason):
            return gettext(template) % {name: _fact(name, said) for name, said in match.groupdict().items()}
    return reason


def _fact(name: str, said: str) -> str:
    return day(dt.date.fromisoformat(said)) if name == "day" else said
