"""A scoresheet filled in by hand, as it is typed: what stands in each cell, and the stanzas that follow.

Purpose: one grid for a whole game. Who sits where and how each stanza is due is the law's; here texts become
the fields of a record, and what cannot be read is told beside its cell.
Invariant: nothing typed is dropped; a row counts once everybody at the table has a bid and a result.
Rule section: I (stanza, bidding, scoring), II (adding new players, re-entering players).
Terms: laid out (a row with the deal that was due and what could be read of it), field (the name of a cell).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from django.utils.translation import gettext as _

from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie.check.bidding import bidding_order, forbidden_bid
from rules_engine.whoopie.deals_ahead import Deal, Written, deals
from rules_engine.whoopie.document import IncidentDocument, StanzaDocument
from rules_engine.whoopie.hand_sizes import Hand
from sanctioning.kit.typed_input import whole_number
from tournaments.tables.typed_incidents import incident_of

MADE: Final = frozenset("+myj✓")
FAILED: Final = frozenset("-−–fnx")
LEAVES, SITS_DOWN = "leaves", "sits-down"
FIRST_STANZA: Final = "1"


@dataclass(frozen=True, slots=True)
class GridCell:
    """What is typed of one player in one stanza; `made` is + or −, or how many tricks he took."""

    bid: str = ""
    made: str = ""
    total: str = ""

    @property
    def empty(self) -> bool:
        return not (self.bid or self.made or self.total)


@dataclass(frozen=True, slots=True)
class GridRow:
    """One stanza; `cards` and `dealer` only where the paper has others than were due."""

    number: int
    cells: Mapping[str, GridCell]
    cards: str = ""
    dealer: str = ""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Somebody left, or sat down on the left of another, before a stanza; `line` is its line of the form."""

    line: int
    before: str
    player: str
    kind: str
    left_of: str


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """The whole form; incidents come as the lines of the form, with the stanza that each belongs to."""

    rows: tuple[GridRow, ...]
    incidents: tuple[Mapping[str, str], ...] = ()
    changes: tuple[SeatChange, ...] = ()
    first_dealer: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What is known of the game before the sheet is typed: seats, stanzas reported already, stays, and who
    was reported to leave or sit down between the draw and the first deal."""

    seats: tuple[str, ...]
    known: frozenset[str]
    first_dealer: str
    start: Hand | None
    bodies: tuple[StanzaDocument, ...] = ()
    stays: tuple[composing.Stay, ...] = ()
    before_first: frozenset[tuple[str, str]] = frozenset()


@dataclass(slots=True)
class LaidOut:
    """A row at its place: who sat there, what was due, the stanza once it is whole, and what is wrong."""

    row: GridRow
    table: tuple[str, ...]
    deal: Deal
    body: StanzaDocument | None = None
    forbidden: int | None = None
    wrong: dict[str, str] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Nothing is typed for those who sit there; what is kept of who is gone does not count."""
        row = self.row
        return not (row.cards or row.dealer) and all(
            row.cells.get(player, GridCell()).empty for player in self.table
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """All rows, who sat there at the first deal and from when to when, and what is wrong besides."""

    rows: tuple[LaidOut, ...]
    seats: tuple[str, ...]
    stays: tuple[composing.Stay, ...]
    first_dealer: str
    wrong: Mapping[str, str]

    @property
    def whole(self) -> list[StanzaDocument]:
        """The stanzas that are whole, up to the first that is not."""
        bodies = []
        for laid in self.rows:
            if laid.body is None:
                break
            bodies.append(laid.body)
        return bodies

    @property
    def gap(self) -> LaidOut | None:
        """The first row that is begun, or followed by others, and not whole."""
        rows = [laid for laid in self.rows[len(self.whole) :] if not laid.empty]
        return self.rows[len(self.whole)] if rows else None


def lay_out(ground: Ground, sheet: PaperSheet) -> Layout:
    """Put every row at its place, with its incidents."""
    wrong: dict[str, str] = {}
    seats = _at_first(ground, sheet.changes)
    stays = ground.stays or _stays(ground, seats, sheet.changes, wrong)
    first_dealer = ground.first_dealer or sheet.first_dealer
    first_dealer = first_dealer if first_dealer in seats else seats[0]
    tables = [composing.seated(seats, stays, row.number) or seats for row in sheet.rows]
    for row, table in zip(sheet.rows, tables, strict=True):
        if not FEWEST_PLAYERS <= len(table) <= MOST_PLAYERS:
            words = _("In stanza %(number)s there would be %(seated)s at the table; three to ten can play.")
            wrong.setdefault("changes", words % {"number": row.number, "seated": len(table)})
    earlier = [
        Written(composing.seated(seats, stays, number), int(body["cards"]), str(body["dealer"]))
        for number, body in enumerate(ground.bodies, start=1)
    ]
    written = [
        Written(table, whole_number(row.cards), row.dealer if row.dealer in table else None)
        for row, table in zip(sheet.rows, tables, strict=True)
    ]
    due = deals(first_dealer, ground.start, [*earlier, *written], seats)[len(earlier) :]
    rows = [LaidOut(row, table, deal) for row, table, deal in zip(sheet.rows, tables, due, strict=True)]
    for laid in rows:
        _read(
            laid,
            [
                incident_of(incident)
                for incident in sheet.incidents
                if incident["stanza"] == str(laid.row.number)
            ],
        )
    return Layout(tuple(rows), seats, tuple(stays), first_dealer, wrong)


def _at_first(ground: Ground, changes: Sequence[SeatChange]) -> tuple[str, ...]:
    """Who sat there at the first deal: not those who, by their first change, sat down only later."""
    first: dict[str, str] = {}
    for change in sorted(changes, key=_stanza):
        first.setdefault(change.player, change.kind)
    seats = tuple(player for player in ground.seats if first.get(player) != SITS_DOWN)
    return seats if len(seats) >= FEWEST_PLAYERS and not ground.stays else ground.seats


def _stanza(change: SeatChange) -> int:
    return whole_number(change.before) or 0


def _stays(
    ground: Ground, seats: tuple[str, ...], changes: Sequence[SeatChange], wrong: dict[str, str]
) -> tuple[composing.Stay, ...]:
    """Who sat there from when to when, by the changes in the order of their stanzas."""
    stays = [composing.Stay(player) for player in seats]
    for change in sorted(changes, key=_stanza):
        number = _stanza(change)
        at_table = composing.seated(seats, stays, max(number, 1))
        problem = _problem(change, number, at_table, ground)
        if problem:
            wrong[f"change-{change.line}"] = problem
        elif change.kind == LEAVES:
            sits = [stay.player == change.player and stay.until is None for stay in stays]
            at = sits.index(True)
            stays[at] = stays[at]._replace(until=number - 1)
        else:
            returns = any(stay.player == change.player for stay in stays)
            stays.append(
                composing.Stay(player=change.player, since=number, left_of=change.left_of, returns=returns)
            )
    return tuple(stays)


def _problem(change: SeatChange, number: int, table: tuple[str, ...], ground: Ground) -> str:
    """What is wrong with a change, or nothing."""
    reported = change.before == FIRST_STANZA and (change.player, change.kind) in ground.before_first
    if number < 2 and not reported:
        return _("Write before which stanza, from the second on; who sits there at the first is known.")
    if change.player not in ground.known:
        return _("Choose somebody who plays in this game.")
    if change.kind == LEAVES:
        return "" if change.player in table else _("They are not sitting there then.")
    if change.player in table:
        return _("They are already sitting there.")
    return "" if change.left_of in table else _("Say on whose left they sit down.")


def _read(laid: LaidOut, incidents: list[IncidentDocument]) -> None:
    """The stanza of a row, if it is whole: tricks where all were counted, otherwise who made and who failed;
    what cannot be read is told by its field."""
    row, number = laid.row, laid.row.number
    cards = laid.deal.cards if not row.cards else whole_number(row.cards)
    dealer = row.dealer if row.dealer in laid.table else laid.deal.dealer
    if cards is None:
        laid.wrong[f"cards-{number}"] = _("Write a whole number.")
    bids: dict[str, int] = {}
    results: dict[str, int | bool] = {}
    totals: dict[str, int] = {}
    for player in laid.table:
        cell = row.cells.get(player, GridCell())
        _read_cell(laid, player, cell, bids, results, totals)
    others = [bids[player] for player in laid.table if player != dealer and player in bids]
    if cards is not None and len(others) == len(laid.table) - 1:
        laid.forbidden = forbidden_bid(cards, sum(others))
    seats = len(laid.table)
    if laid.wrong or cards is None or len(bids) < seats or len(results) < seats or seats < FEWEST_PLAYERS:
        return
    body: StanzaDocument = {
        "cards": cards,
        "dealer": dealer,
        "bids": cast(
            list[tuple[str, int]],
            [[player, bids[player]] for player in bidding_order(laid.table, dealer)],
        ),
    }
    if any(isinstance(result, bool) for result in results.values()):
        body["made"] = {
            player: result if isinstance(result, bool) else result == bids[player]
            for player, result in results.items()
        }
    else:
        body["taken"] = dict(results)
    if incidents:
        body["incidents"] = incidents
    if totals:
        body["scores"] = totals
    laid.body = body


def _read_cell(
    laid: LaidOut,
    player: str,
    cell: GridCell,
    bids: dict[str, int],
    results: dict[str, int | bool],
    totals: dict[str, int],
) -> None:
    where = f"{laid.row.number}-{player}"
    if cell.bid:
        bid = whole_number(cell.bid)
        if bid is None:
            laid.wrong[f"bid-{where}"] = _("A bid is a whole number.")
        else:
            bids[player] = bid
    if cell.made:
        result = result_of(cell.made)
        if result is None:
            laid.wrong[f"made-{where}"] = _("Write + for made, − for failed, or the tricks.")
        else:
            results[player] = result
    if cell.total:
        total = signed_number(cell.total)
        if total is None:
            laid.wrong[f"total-{where}"] = _("A total is a whole number.")
        else:
            totals[player] = total


def result_of(text: str) -> int | bool | None:
    """Made, failed, or a number of tricks; None for what is none of them."""
    sign = text.strip().casefold()[:1]
    if len(text.strip()) == 1 and sign in MADE | FAILED:
        return sign in MADE
    return whole_number(text.strip())


def signed_number(text: str) -> int | None:
    """A whole number that may be below zero, with any of the signs that are taken for a minus."""
    plain = text.strip().replace("−", "-").replace("–", "-").removeprefix("+")
    number = whole_number(plain.removeprefix("-"))
    return None if number is None else (-number if plain.startswith("-") else number)
