"""A table's pad: the table as it stands, the deals to come, and the answers that it may need without network.

Invariants: a constant number of queries; nothing here is computed but by the engine; who comes by the link
sees what the table's scorekeeper sees.
Terms: coming (the deals from the one that is due on, as long as the same people sit there), last (the number
of the last stanza by the plan), told (another word after every change, so that a pad which asks with it hears
that nothing is new).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Final

from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie.check import ending
from rules_engine.whoopie.check.bidding import bidding_order
from sanctioning.identity.names import full_name
from sanctioning.kit.clock import moment, today
from sanctioning.kit.wording.sentences import in_language
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import section
from tournaments.calls.selectors import CallLine, open_calls_at
from tournaments.events.permissions import may_link_table, may_see_table
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.games.services.revisions import told_of
from tournaments.justice.rulings.selectors.rulings import RulingLine, latest_rulings
from tournaments.reports.selectors.settlements import FindingInPlay
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.selectors.table import Course, DueStanza, Table, course_of, table_from
from tournaments.tables.services.pads import keeper_of
from tournaments.tables.services.sheets import Folder, read_folder, scorekeeper_of
from tournaments.tables.services.stanzas import CountedStanza
from tournaments.tables.services.table_links import link_of_game, secret_of

AHEAD: Final = 34
"""Two whole cycles of the smallest table: more than an evening without network."""


class SaidFinding(FindingInPlay):
    """A finding with its sentence and its rule in the reader's language."""

    said: str
    said_rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    table: Table
    coming: tuple[DueStanza, ...]
    last: int | None
    ends: str
    calls: tuple[CallLine, ...]
    rulings: tuple[RulingLine, ...]
    keeper: str
    by_link: bool
    told: str
    asked_at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PadAfter:
    """What a stanza changed: a pad that stands at `met` has the whole with it, any other asks for the whole.
    `table` holds the stanza and those after it alone."""

    met: str
    told: str
    table: Course
    coming: tuple[DueStanza, ...]
    last: int | None
    keeper: str
    asked_at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PadLink:
    """The link to a table's pad, for those who give it out; `secret` is empty where a new one is due."""

    secret: str
    made_by: str
    made_at: dt.datetime
    last_used_at: dt.datetime | None


def link_to_give(*, game: Game, asker: Person | None) -> PadLink | None:
    """The link that opens the table, for who runs the event or rules there. Two queries at most."""
    if asker is None or not may_link_table(asker, today(), game):
        return None
    link = link_of_game(game)
    if link is None:
        return None
    return PadLink(
        secret=secret_of(link),
        made_by=link.made_by.name,
        made_at=link.made_at,
        last_used_at=link.last_used_at,
    )


def pad_of_game(*, game: Game, asker: Person | None, link: TableLink | None) -> Pad | None:
    """The pad as the asker sees it, or by its link as the scorekeeper; None for whoever keeps no table."""
    own = asker is not None and may_see_table(asker, today(), game)
    if link is None and not own:
        return None
    folder = read_folder(game, event=link.game.event if link else None)
    keeper = keeper_of(folder)
    table = table_from(folder, asker if own else keeper)
    table = replace(table, findings=[_said(finding) for finding in table.findings])
    coming = _coming(folder, [seat.player for seat in table.seated]) if table.due else ()
    return Pad(
        table=table,
        coming=coming,
        last=_last(folder, coming),
        ends=ends_words(game.planned),
        calls=open_calls_at(game=game),
        rulings=latest_rulings(game=game),
        keeper=keeper.name if keeper else "",
        by_link=link is not None,
        told=told_of(folder.game),
        asked_at=moment(None),
    )


def pad_after(counted: CountedStanza) -> PadAfter:
    """What a stanza changed for the pad that sent it. No query but for the settlements of findings."""
    folder = counted.folder
    names = {player.record_id: full_name(player.person) for player in folder.family.players}
    course = course_of(folder, full_name, names)
    course = replace(
        course,
        findings=[_said(finding) for finding in course.findings],
        stanzas=tuple(stanza for stanza in course.stanzas if stanza.number >= counted.version.number),
    )
    coming = _coming(folder, [seat.player for seat in course.seated]) if course.due else ()
    keeper = keeper_of(folder)
    return PadAfter(
        met=counted.met,
        told=told_of(folder.game),
        table=course,
        coming=coming,
        last=_last(folder, coming),
        keeper=keeper.name if keeper else "",
        asked_at=moment(None),
    )


def _said(finding: FindingInPlay) -> SaidFinding:
    """With its sentence and its rule as the reader of the pad reads them."""
    return {**finding, "said": in_language(finding["message"]), "said_rule": section(finding["rule"])}


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
    deals = composing.coming(folder.record, table, AHEAD)
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
