"""The lists of players and clubs."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import player_link
from scoring.players.selectors.clubs import ClubLine
from scoring.players.selectors.players import PlayerLine

PLAYERS: Final = ListTable[PlayerLine](
    name="players",
    label=_("Players"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: player_link(line.number, line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, sort="number", bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club", bare=True),
        Column(label=_("Degree"), value=lambda line: line.degree, sort="degree", bare=True),
    ),
    count=lambda count: ngettext("%(count)s player", "%(count)s players", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No players are listed yet"), next=_("Players are listed here when they first enter an event.")
    ),
)


CLUBS: Final = ListTable[ClubLine](
    name="clubs",
    label=_("Clubs"),
    columns=(
        Column(
            label=_("Club"),
            bare=True,
            value=lambda line: line.name,
            show=lambda line: link(reverse("club", args=[line.slug]), line.name),
            sort="name",
        ),
        Column(label=_("Place"), value=lambda line: line.place, sort="place", bare=True),
        Column(label=_("Members"), value=lambda line: line.members, sort="members", number=True),
        Column(label=_("Sanctioned events"), value=lambda line: line.events, sort="events", number=True),
    ),
    count=lambda count: ngettext("%(count)s club", "%(count)s clubs", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No clubs have been approved yet"),
        next=_("A club registers with its name and place. The Managing Executor approves it."),
        address="/register-club/",
        action=_("Register a club"),
    ),
)
