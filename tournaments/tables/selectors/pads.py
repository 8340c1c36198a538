"""A table's pad: the table as it stands, the deals to come, and the answers that it may need without network.

Invariants: a constant number of queries; nothing here is computed but by the engine; who comes by the link
sees what the table's scorekeeper sees.
Terms: coming (the deals from the one that is due on, as long as the same people sit there), last (the number
of the last stanza by the plan), told (another word after every change, so that a pad which asks with it hears
that nothing is new).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie.check import ending
from rules_engine.whoopie.check.bidding import bidding_order
from rules_engine.whoopie.deals_ahead import Deal
from sanctioning.identity.names import full_name, telling_apart
from sanctioning.kit.clock import moment, today
from sanctioning.kit.wording.sentences import in_language
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import section
from tournaments.calls.selectors import CallLine, calls_at
from tournaments.events.permissions import may_see_table
from tournaments.events.selectors.announcements import AnnouncementLine, announcements_of
from tournaments.games.game_families import event_at_hand
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.justice.rulings.selectors.rulings import RulingLine, latest_rulings
from tournaments.justice.votes.selectors.decided import DecidedVote, decided_votes
from tournaments.reports.selectors.settlements import FindingInPlay
from tournaments.tables.game_folders import GameFolder, scorekeeper_of
from tournaments.tables.kept_folders import current_folder, keep, told_of_table
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.permissions import may_link_table
from tournaments.tables.selectors.table import DueStanza, GameCourse, Table, course_of, deals_of, table_from
from tournaments.tables.services.pads import keeper_of
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
    answers: tuple[CallLine, ...]
    announcements: tuple[AnnouncementLine, ...]
    rulings: tuple[RulingLine, ...]
    votes: tuple[DecidedVote, ...]
    keeper: str
    by_link: bool
    told: str
    asked_at: dt.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PadAfter:
    """What a stanza changed: a pad that stands at `met` has the whole with it, any other asks for the whole.
    `table` holds the stanza and those after it alone; `further` comes after the deals that the pad has, which
    still hold."""

    met: str
    told: str
    table: GameCourse
    further: tuple[DueStanza, ...]
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
    own = link is None and asker is not None and may_see_table(asker, today(), game)
    if link is None and not own:
        return None
    folder = current_folder(game, event=event_at_hand(link.game if link else game))
    game = folder.game
    own = own or (asker is not None and may_see_table(asker, today(), game))
    keeper = keeper_of(folder)
    ahead = folder.ahead or deals_of(folder, AHEAD)[-AHEAD:]
    table = table_from(folder, asker if own else keeper, due=next(iter(ahead), None))
    table = replace(table, findings=[_said(finding) for finding in table.findings])
    coming = _coming(folder, ahead)
    calls, rulings = calls_at(game=game), latest_rulings(game=game, names=table.names)
    pad = Pad(
        table=table,
        coming=coming,
        last=_last(folder, coming),
        ends=ends_words(game.planned),
        calls=calls.open,
        answers=calls.answered,
        announcements=announcements_of(event=game.event),
        rulings=rulings,
        # No vote is held but by a ruling.
        votes=decided_votes(game=game, names=table.names) if rulings else (),
        keeper=keeper.name if keeper else "",
        by_link=link is not None,
        told=told_of_table(game, folder.marks),
        asked_at=moment(None),
    )
    keep(replace(folder, ahead=ahead))
    return pad


def pad_after(counted: CountedStanza) -> PadAfter:
    """What a stanza changed for the pad that sent it. No query but for the settlements of findings."""
    folder = counted.folder
    foreseen, ahead = _deals_after(folder)
    named = telling_apart(full_name, (player.person for player in folder.family.players))
    names = {player.record_id: named(player.person) for player in folder.family.players}
    course = course_of(folder, named, names, due=next(iter(ahead), None), since=counted.version.number)
    course = replace(course, findings=[_said(finding) for finding in course.findings])
    coming = _coming(folder, ahead)
    keeper = keeper_of(folder)
    keep(replace(folder, ahead=ahead))
    return PadAfter(
        met=counted.met if foreseen else "",
        told=told_of_table(folder.game, folder.marks),
        table=course,
        further=coming[-1:] if foreseen else (),
        last=_last(folder, coming),
        keeper=keeper.name if keeper else "",
        asked_at=moment(None),
    )


def _deals_after(folder: GameFolder) -> tuple[bool, tuple[Deal, ...]]:
    """The deals ahead after the last stanza, and whether all but the last of them were ahead before it.

    Where nothing is wrong in a game, one more follows from the last; else they are worked out from the first
    stanza on.
    """
    clean = folder.sheet is not None and not folder.sheet.check_document["findings"]
    if folder.ahead and clean and _was_dealt(folder, folder.ahead[0]):
        table = folder.family.table_of(folder.game)
        return True, (*folder.ahead[1:], composing.deal_after(folder.ahead[-1], table))
    deals = deals_of(folder, AHEAD)
    return bool(deals) and _was_dealt(folder, deals[-AHEAD - 1]), deals[-AHEAD:]


def _was_dealt(folder: GameFolder, due: Deal) -> bool:
    """Whether the last stanza was dealt as was due, and the same people go on."""
    last, dealt = folder.game.stanzas_played, folder.record["stanzas"][-1]
    return (
        (dealt["cards"], dealt["dealer"]) == (due.cards, due.dealer)
        and folder.table(last) == folder.table(last + 1)
        and scorekeeper_of(folder, last) == scorekeeper_of(folder, last + 1)
    )


def _said(finding: FindingInPlay) -> SaidFinding:
    """With its sentence and its rule as the reader of the pad reads them."""
    return {**finding, "said": in_language(finding["message"]), "said_rule": section(finding["rule"])}


def _last(folder: GameFolder, coming: tuple[DueStanza, ...]) -> int | None:
    lineups, start = folder.sheet.lineups if folder.sheet else [], folder.start
    return ending.last_stanza(
        folder.game.planned,
        (start["cards"], start["direction"]) if start else None,
        [(body["cards"], len(lineup)) for body, lineup in zip(folder.bodies, lineups, strict=True)],
        [(due.cards, len(due.order)) for due in coming],
    )


def _coming(folder: GameFolder, deals: Sequence[Deal]) -> tuple[DueStanza, ...]:
    table, first = folder.family.table_of(folder.game), folder.game.stanzas_played + 1
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
