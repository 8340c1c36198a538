"""The list of bars."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.bars.selectors import BarLine
from sanctioning.kit.lists.pages import Column, Empty, ListTable, shown
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import player_link

BARS: Final = ListTable[BarLine](
    name="bars",
    below=True,
    label=_("Bars imposed"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("From"), value=lambda line: line.first_day, sort="from"),
        Column(
            label=_("To"),
            value=lambda line: line.last_day,
            show=lambda line: shown(line.last_day) if line.last_day else _now("until lifted"),
            sort="until",
        ),
        Column(label=_("Barred from"), value=lambda line: ", ".join(line.barred_from)),
        Column(label=_("Reason"), value=lambda line: line.why),
        Column(
            label=_("By"),
            value=lambda line: ", ".join(filter(None, (line.imposed_by, line.origin))),
            template="sanctioning/bars/cells/bar_by.html",
        ),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: "running" if line.runs else line.lifted_for or "over",
            template="sanctioning/bars/cells/bar_state.html",
            sort="state",
        ),
    ),
    count=lambda count: ngettext("%(count)s bar", "%(count)s bars", count) % {"count": whole(count)},
    empty=Empty(what=_("Nobody is barred"), next=_("A bar you impose below takes effect at once.")),
)
