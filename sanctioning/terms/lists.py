"""The list of terms."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.wording.localised import whole
from sanctioning.offices.selectors import TermLine
from sanctioning.templatetags.saas import player_link

TERMS: Final = ListTable[TermLine](
    name="terms",
    below=True,
    label=_("All terms of office"),
    columns=(
        Column(
            label=_("Person"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("Office"), value=lambda line: line.title, sort="office", bare=True),
        Column(label=_("From"), value=lambda line: line.first_day, sort="from"),
        Column(label=_("To"), value=lambda line: line.last_day, sort="until"),
        Column(label=_("Appointed by"), value=lambda line: line.appointed_by),
        Column(label=_("Ended for"), value=lambda line: line.ended_for),
    ),
    count=lambda count: ngettext("%(count)s term", "%(count)s terms", count) % {"count": whole(count)},
    empty=Empty(what=_("Nobody has been appointed yet"), next=_("Appoint somebody with the form.")),
)
