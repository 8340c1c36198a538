"""The list of clubs that wait."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.clubs.selectors import WaitingClub
from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole

WAITING_CLUBS: Final = ListTable[WaitingClub](
    name="clubs-to-decide-on",
    label=_("Clubs to decide on"),
    columns=(
        Column(
            label=_("Club"),
            bare=True,
            value=lambda line: line.name,
            show=lambda line: link(reverse("club-desk", args=[line.slug]), line.name),
            sort="name",
        ),
        Column(label=_("Place"), value=lambda line: line.place, sort="place", bare=True),
        Column(label=_("Registered"), value=lambda line: line.registered_at, sort="registered"),
        Column(label=_("By"), value=lambda line: line.registered_by),
        Column(label=_("Waiting for"), value=lambda line: line.turn.waits_for),
        Column(
            label=_("Until"),
            value=lambda line: line.turn.until,
            template="sanctioning/clubs/cells/turn.html",
            sort="until",
        ),
    ),
    count=lambda count: ngettext("%(count)s club", "%(count)s clubs", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No clubs are waiting"), next=_("Clubs are listed here as soon as they are registered.")
    ),
)
