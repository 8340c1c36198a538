"""What whoever asks for a file is told while it is being made."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

WAIT: Final = 5
"""So many seconds later a program may ask again."""


def file_not_made_yet() -> Refusal:
    """Nothing is out of order, and it comes by itself: no outage (503), but a matter of time."""
    return Refusal(
        code="file-not-made-yet",
        sentence=_("This file is being made."),
        rule=_("Files are made one after the other, within a minute."),
        remedy=_("Wait %(seconds)s seconds and ask again.") % {"seconds": WAIT},
        status=HTTPStatus.CONFLICT,
        facts={"wait": WAIT},
    )
