"""The list of who holds which degree."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import player_link
from scoring.degrees.selectors.lists import HolderLine

HOLDERS: Final = ListTable[HolderLine](
    name="holders",
    below=True,
    label=_("Holders of degrees"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, bare=True),
        Column(label=_("Degree"), value=lambda line: line.degree, sort="degree", bare=True),
        Column(label=_("Since"), value=lambda line: line.since, sort="since"),
        Column(
            label=_("From"),
            value=lambda line: gettext("brought forward") if line.brought_forward else "",
            bare=True,
        ),
    ),
    count=lambda count: ngettext("%(count)s degree", "%(count)s degrees", count) % {"count": whole(count)},
    empty=Empty(
        what=_("Nobody holds a degree yet"),
        next=_("The first sanctioned game makes its players Novices."),
    ),
)
