"""Pads to try in the demo season: the tables that are still played have their links."""

from __future__ import annotations

import datetime as dt
from typing import Final

from sanctioning.kit.clock import noon
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whoopie.evening import CLUB
from tournaments.games.models import Game
from tournaments.tables.services.table_links import make_link

FROM: Final = dt.date(2026, 11, 20)


def give_out_links(authority: DemoAuthority) -> None:
    """To the running table of seven, and to both tables of the evening whose first round has just begun."""
    running = Game.objects.filter(event__starts_at__gte=noon(FROM, 0), event__club=authority.clubs[CLUB])
    for game in running.filter(state__in=Game.RUNNING).order_by("pk"):
        make_link(by=authority.directors[CLUB], game=game, at=noon(FROM, 17))
