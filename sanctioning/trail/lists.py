"""The trail as a list."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.clock import day_of
from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.wording.localised import day_short, whole
from sanctioning.templatetags.saas import clock
from sanctioning.trail.selectors import TrailLine


def parted(model: str) -> str:
    """ "Signing key" of SigningKey."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", model).capitalize()


TRAIL: Final = ListTable[TrailLine](
    name="trail",
    label=_("Audit trail"),
    columns=(
        Column(
            label=_("Action"),
            value=lambda line: line.action,
            template="sanctioning/trail/cells/act.html",
            sort="action",
        ),
        Column(
            label=_("When"),
            value=lambda line: line.at,
            show=lambda line: f"{day_short(day_of(line.at))}, {clock(line.at)}",
            sort="when",
            bare=True,
        ),
        Column(label=_("By"), value=lambda line: line.by, sort="by"),
        Column(
            label=_("Kind of thing"),
            value=lambda line: line.thing_type,
            show=lambda line: parted(line.thing_type),
            bare=True,
        ),
        Column(label=_("Thing"), value=lambda line: line.thing, sort="thing", bare=True),
        Column(label=_("Why"), value=lambda line: line.why),
        Column(
            label=_("Before"), value=lambda line: line.before, template="sanctioning/trail/cells/before.html"
        ),
        Column(
            label=_("After"), value=lambda line: line.after, template="sanctioning/trail/cells/after.html"
        ),
    ),
    count=lambda count: ngettext("%(count)s action", "%(count)s actions", count) % {"count": whole(count)},
    empty=Empty(
        what=_("Nothing has been done yet"), next=_("Everything that changes something is listed here.")
    ),
)
