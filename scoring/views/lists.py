"""The public lists of the books: results, players, clubs; what each column shows."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.localised import ordinal, tenths
from sanctioning.templatetags.saas import game_url
from sanctioning.views.lists import Column, Empty, Table, link
from scoring.selectors.clubs import ClubLine
from scoring.selectors.players import PlayerLine
from scoring.selectors.results import Placing, ResultLine


def _placing(one: Placing) -> str:
    return f"{ordinal(one.place)} {one.name} ({tenths(one.points)})"


RESULTS: Final = Table[ResultLine](
    name="results",
    label=_("Results"),
    columns=(
        Column(
            label=_("Game"),
            value=lambda line: f"{line.event_name}, {line.game_label}",
            show=lambda line: link(
                game_url(line.event_slug, line.game_number, line.game_group),
                f"{line.event_name}, {line.game_label}",
            ),
            sort="event",
        ),
        Column(label=_("Played"), value=lambda line: line.played_on, sort="played"),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club"),
        Column(label=_("Level"), value=lambda line: line.level),
        Column(label=_("Players"), value=lambda line: line.players, sort="players", number=True),
        Column(
            label=_("Places that won points"),
            value=lambda line: "; ".join(map(_placing, line.placings)),
            template="scoring/cells/placings.html",
            wide=True,
        ),
        Column(label=_("Certified"), value=lambda line: line.certified_on, sort="certified"),
    ),
    count=lambda found: ngettext("%(count)s game", "%(count)s games", found) % {"count": f"{found:,}"},
    empty=Empty(
        what=_("No game is certified yet"),
        next=_("Results appear as soon as an Acting Executor has certified a game."),
        address="/calendar/",
        action=_("See what is to be played"),
    ),
)

PLAYERS: Final = Table[PlayerLine](
    name="players",
    label=_("Players"),
    columns=(
        Column(
            label=_("Player"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("player", args=[line.number]), line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, sort="number"),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club"),
        Column(label=_("Degree"), value=lambda line: line.degree, sort="degree"),
    ),
    count=lambda found: ngettext("%(count)s player", "%(count)s players", found) % {"count": f"{found:,}"},
    empty=Empty(
        what=_("Nobody is listed yet"), next=_("A player appears here with the first entry to an event.")
    ),
)

CLUBS: Final = Table[ClubLine](
    name="clubs",
    label=_("Clubs"),
    columns=(
        Column(
            label=_("Club"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("club", args=[line.slug]), line.name),
            sort="name",
        ),
        Column(label=_("Place"), value=lambda line: line.place, sort="place"),
        Column(label=_("Members"), value=lambda line: line.members, sort="members", number=True),
        Column(label=_("Sanctioned events"), value=lambda line: line.events, sort="events", number=True),
    ),
    count=lambda found: ngettext("%(count)s club", "%(count)s clubs", found) % {"count": f"{found:,}"},
    empty=Empty(
        what=_("No club is approved yet"),
        next=_("A club registers with its name and place; the Managing Executor approves it."),
        address="/register-club/",
        action=_("Register a club"),
    ),
)
