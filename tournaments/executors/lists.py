"""The list of executors."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole
from tournaments.executors.selectors.executors import ExecutorLine

EXECUTORS: Final = ListTable[ExecutorLine](
    name="executors",
    label=_("Executors"),
    columns=(
        Column(
            label=_("Executor"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("executor", args=[line.number]), line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, sort="number", bare=True),
        Column(label=_("Offices"), value=lambda line: ", ".join(line.offices), bare=True),
        Column(label=_("Covers"), value=lambda line: ", ".join(line.places) or str(_("nothing entered"))),
        Column(label=_("Away until"), value=lambda line: line.away_until),
        Column(label=_("Conflicts"), value=lambda line: line.conflicts, number=True),
        Column(label=_("Being played"), value=lambda line: line.games_under_way, number=True),
        Column(label=_("Ruled"), value=lambda line: line.games_ruled, number=True),
    ),
    count=lambda n: ngettext("%(count)s executor", "%(count)s executors", n) % {"count": whole(n)},
    empty=Empty(
        what=_("No executors in office"),
        next=_("Appoint one under Offices."),
        address="/authority/offices/",
        action=_("Offices"),
    ),
)
