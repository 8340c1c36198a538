"""A table's pad: the table as it stands, the deals to come, and the answers that it may need without network.

Invariants: a constant number of queries; nothing here is computed but by the engine; who comes by the link
sees what the table's scorekeeper sees.
Terms: coming (the deals from the one that is due on, as long as the same people sit there), last (the number
of the last stanza by the plan), improper (each player's acts of improper information so far), told (another
word after every change, so that a pad which asks with it hears that nothing is new).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from rules_engine.whoopie import composing, ending
from rules_engine.whoopie.bidding import bidding_order
from rules_engine.whoopie.violations import improper_so_far
from sanctioning.clock import moment, today
from sanctioning.models import Person
from scoring.selectors.tables import DueStanza, Table, gathered, table_from
from scoring.services.pads import keeper_of
from scoring.services.sheets import Folder, scorekeeper_of, written
from tournaments.models import Game, TableLink
from tournaments.permissions import may_keep_table
from tournaments.plans import ends_words

AHEAD: Final = 34
"""Two whole cycles of the smallest table: more than an evening without network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    table: Table
    coming: tuple[DueStanza, ...]
    last: int | None
    ends: str
    improper: dict[str, int]
    keeper: str
    by_link: bool
    told: str
    asked_at: dt.datetime


def told_of(game: Game) -> str:
    """Another one after every change that a pad would show. No query."""
    parts = (game.pk, game.revision, game.state, game.acting_executor_id, game.first_dealer_id)
    return "-".join(map(str, parts))


def pad_of_game(*, game: Game, asker: Person | None, link: TableLink | None) -> Pad | None:
    """The pad as the asker sees it, or by its link as the scorekeeper; None for whoever keeps no table."""
    own = asker is not None and may_keep_table(asker, today(), game)
    if link is None and not own:
        return None
    family, folder = gathered(game)
    keeper = keeper_of(folder)
    table = table_from(family, folder, asker if own else keeper)
    coming = _coming(folder, [seat.player for seat in table.seated]) if table.due else ()
    return Pad(
        table=table,
        coming=coming,
        last=_last(folder, coming),
        ends=ends_words(game.planned),
        improper=improper_so_far(folder.bodies),
        keeper=keeper.name if keeper else "",
        by_link=link is not None,
        told=told_of(game),
        asked_at=moment(None),
    )


def _last(folder: Folder, coming: tuple[DueStanza, ...]) -> int | None:
    lineups, start = folder.sheet.lineups if folder.sheet else [], folder.start
    return ending.last_stanza(
        folder.game.planned,
        (start["cards"], start["direction"]) if start else None,
        [(body["cards"], len(lineup)) for body, lineup in zip(folder.bodies, lineups, strict=True)],
        [(due.cards, len(due.order)) for due in coming],
    )


def _coming(folder: Folder, players: list[str]) -> tuple[DueStanza, ...]:
    table, first = tuple(players), folder.game.stanzas_played + 1
    deals = composing.coming(written(folder, folder.bodies), table, AHEAD)
    keeper = scorekeeper_of(folder, first) or ""
    return tuple(
        DueStanza(
            number=number,
            dealer=due.dealer,
            cards=due.cards,
            direction=due.direction,
            order=bidding_order(table, due.dealer),
            scorekeeper=keeper,
            forbidden_bid=None,
        )
        for number, due in enumerate(deals, first)
    )
