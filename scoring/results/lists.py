"""The list of results."""

from __future__ import annotations

from typing import Final

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, Grouping, ListTable
from sanctioning.kit.wording.localised import tenths, whole
from scoring.results.selectors.results import Placing, ResultLine


def _placing(placing: Placing) -> str:
    return f"{ordinal(placing.place)} {placing.name} ({tenths(placing.points)})"


RESULTS: Final = ListTable[ResultLine](
    name="results",
    label=_("Results"),
    columns=(
        Column(
            label=_("Game"),
            value=lambda line: f"{line.event_name}, {line.game_label}",
            template="scoring/results/cells/game.html",
            sort="event",
        ),
        Column(label=_("Played"), value=lambda line: line.played_on, sort="played", bare=True, of_group=True),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club", bare=True, of_group=True),
        Column(label=_("Level"), value=lambda line: line.level, bare=True, of_group=True),
        Column(label=_("Players"), value=lambda line: line.players, sort="players", number=True),
        Column(
            label=_("Places that won points"),
            bare=True,
            value=lambda line: "; ".join(map(_placing, line.placings)),
            template="scoring/results/cells/placings.html",
            wide=True,
            leads=True,
        ),
        Column(label=_("Certified"), value=lambda line: line.certified_on, sort="certified"),
    ),
    grouping=Grouping(
        sorts=("certified", "played", "event"),
        of=lambda line: line.event_slug,
        template="scoring/results/cells/event_of_games.html",
        narrow=True,
    ),
    count=lambda count: ngettext("%(count)s game", "%(count)s games", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No games have been certified yet"),
        next=_("Results appear as soon as an Acting Executor has certified a game."),
        address="/calendar/",
        action=_("See what is coming up"),
    ),
)
