"""The list of entries at the door."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import badge, player_link
from tournaments.entries.selectors.entries import EntrantLine

ENTRANTS: Final = ListTable[EntrantLine](
    name="entries",
    label=pgettext_lazy("to an event", "Entries"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, bare=True),
        Column(
            label=_("State"),
            bare=True,
            value=lambda line: str(line.state_words),
            show=lambda line: badge(line.state, line.state_words),
            sort="state",
        ),
        Column(label=_("Entered"), value=lambda line: line.entered_at, sort="entered"),
    ),
    count=lambda count: ngettext("%(count)s entry", "%(count)s entries", count) % {"count": whole(count)},
    empty=Empty(what=_("Nobody has entered yet"), next=_("Enter with “Your entry” on the event's page.")),
)
