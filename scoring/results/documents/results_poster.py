"""The certified results of an event for the wall: as many sheets of A4 as they take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from sanctioning.kit.qr_codes import qr_on_paper
from sanctioning.kit.wording.localised import days
from sanctioning.templatetags.saas import minus, tenths_if_any
from scoring.results.selectors.posters import ResultsPoster
from scoring.results.selectors.results import EventGame, Placing
from tournaments.papers.printing import printed
from tournaments.slips.selectors.team_boards import TeamBoard

TEMPLATES: Final = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class PosterRow:
    """`below` stands under the name, such as the players of a team."""

    first: bool
    place: str
    name: str
    below: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PosterTable:
    """`title` is empty where the event is one game."""

    title: str
    aside: str
    who: str
    columns: tuple[str, ...]
    rows: tuple[PosterRow, ...]


def results_poster_pdf(poster: ResultsPoster, title: str) -> bytes:
    return printed(
        TEMPLATES / "results-poster.html",
        TEMPLATES / "results-poster.css",
        title,
        poster.sha256,
        poster=poster,
        days=days(poster.first_day, poster.last_day),
        tables=[_table(poster, game) for game in poster.games],
        code=qr_on_paper(poster.address),
    )


def _table(poster: ResultsPoster, game: EventGame) -> PosterTable:
    title = capfirst(game.label) if poster.several else ""
    aside = game.place if game.place != game.label else ""
    if game.teams is not None:
        columns = tuple(column.title for column in game.teams.columns)
        return PosterTable(title, aside, _("Team"), columns, tuple(_of_teams(game.teams)))
    return PosterTable(
        title, aside, _("Player"), (_("Score"), _("Points")), tuple(_of_players(game.placings))
    )


def _of_players(placings: Sequence[Placing]) -> list[PosterRow]:
    return [
        PosterRow(
            first=placing.place == 1,
            place=str(ordinal(placing.place)),
            name=placing.name,
            below="",
            figures=(minus(placing.score), tenths_if_any(placing.points)),
        )
        for placing in placings
    ]


def _of_teams(teams: TeamBoard) -> list[PosterRow]:
    return [
        PosterRow(
            first=team.place == 1,
            place=str(ordinal(team.place)) if team.place else "",
            name=team.name,
            below=", ".join(player.name for player in team.players),
            figures=tuple(minus(figure) for _column, figure in figures),
        )
        for team, figures in teams.rows
    ]
