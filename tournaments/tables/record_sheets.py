"""A record as the grid of a scoresheet, and the record again with what was corrected in it.

Purpose: whoever corrects a result types into the cells that were wrong, also where cards were reported.
Invariants: a stanza of which nothing was changed stays as it was reported, with its cards; one that was
changed stands as it is typed, without them. Who comes from a related game brings the score that was reported.
Rule section: I (scoring); II (adding new players, re-entering players) by way of `composing`.
Terms: outcome (what the check said of a stanza as it was reported).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie.document import JoinDocument, RecordDocument, StanzaDocument
from tournaments.formats.kept_check import StanzaOutcome
from tournaments.tables.paper_sheets import (
    FIRST_STANZA,
    LEAVES,
    SITS_DOWN,
    GridCell,
    GridRow,
    Ground,
    Layout,
    PaperSheet,
    SeatChange,
    lay_out,
)
from tournaments.tables.typed_incidents import fields_of_incident, fits

Entry = tuple[int, JoinDocument]

SIGNS = {True: "+", False: "−", None: ""}


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A record and the grid that it fills; `ground` says who plays, `sheet` who sat there when."""

    document: RecordDocument
    ground: Ground
    sheet: PaperSheet

    def changed(self, layout: Layout) -> list[int]:
        """The stanzas that are typed otherwise than they were reported, also those added or taken away, and
        those before which somebody else came or left."""
        before = dict(enumerate(_bodies(lay_out(self.ground, self.sheet)), start=1))
        after = dict(enumerate(_bodies(layout), start=1))
        changed = {number for number in before | after if before.get(number) != after.get(number)}
        if list(layout.seats) != list(self.document["seats"]):
            changed.add(1)
        return sorted(changed)

    def corrected(self, layout: Layout) -> RecordDocument:
        """The record with the stanzas as they are typed."""
        reported = self.document["stanzas"]
        changed = set(self.changed(layout))
        typed = _bodies(layout)
        entered = _entries(typed)
        bodies = [
            self._typed(number, body, entered) if number in changed else reported[number - 1]
            for number, body in enumerate(typed, start=1)
        ]
        return composing.corrected(self.document, bodies, layout.seats, layout.first_dealer)

    def _typed(
        self, number: int, body: StanzaDocument, entered: Mapping[str, Sequence[Entry]]
    ) -> StanzaDocument:
        """A stanza as it is typed, with what the grid does not show of the one that was reported."""
        stanzas = self.document["stanzas"]
        reported = stanzas[number - 1] if number <= len(stanzas) else None
        seen_before = reported.get("incidents", ()) if reported else ()
        incidents = [incident for incident in seen_before if not fits(incident)]
        incidents += body.get("incidents", ())
        typed = body.copy()
        if reported and "scorekeeper" in reported:
            typed["scorekeeper"] = reported["scorekeeper"]
        if "joins" in body:
            typed["joins"] = [
                self._brought(number, [at for at, _join in entered[join["player"]]], join)
                for join in body["joins"]
            ]
        if incidents:
            typed["incidents"] = incidents
        return typed

    def _brought(self, number: int, stanzas: Sequence[int], join: JoinDocument) -> JoinDocument:
        """An entry with what its player brought from a related game, as it was reported: of the entry at that
        stanza, or of the one that was moved there. `stanzas` are those at which they enter as it is typed."""
        if "start" not in self.document:
            return join
        player = join["player"]
        entries = _entries(self.document["stanzas"]).get(player, [])
        first = None if player in self.document["seats"] else 0
        from_outside = [at for at, (_, entry) in enumerate(entries) if "from" in entry or at == first]
        same = [at for at in from_outside if entries[at][0] == number]
        moved = [
            at
            for at in from_outside
            if at == stanzas.index(number) and ("from" in entries[at][1] or "returns" in entries[at][1])
        ]
        brought = join.copy()
        for entry in [entries[at][1] for at in (*same, *moved)][:1]:
            brought["score"] = entry["score"]
            if "returns" in entry:
                brought["returns"] = entry["returns"]
            if "from" in entry:
                brought["from"] = entry["from"]
        return brought


def record_sheet(
    document: RecordDocument, outcomes: Sequence[StanzaOutcome], key: str, players: Iterable[str] = ()
) -> RecordSheet:
    """The grid of a record that was checked: tricks are those that the cards gave. `players` are all of the
    game, also those whom the record does not name."""
    stanzas = list(zip(document["stanzas"], outcomes, strict=True))
    rows = tuple(_row(number, body, outcome) for number, (body, outcome) in enumerate(stanzas, start=1))
    incidents = tuple(
        {"stanza": str(number), **fields_of_incident(incident)}
        for number, (body, _) in enumerate(stanzas, start=1)
        for incident in body.get("incidents", ())
        if fits(incident)
    )
    start = document.get("start")
    seats, changes = _seats(document), changes_of(document)
    ground = Ground(
        seats=seats,
        known=frozenset(seats).union(players),
        first_dealer=document["first_dealer"],
        start=(start["cards"], start["direction"]) if start else None,
        before_first=frozenset(
            (change.player, change.kind) for change in changes if change.before == FIRST_STANZA
        ),
    )
    return RecordSheet(document, ground, PaperSheet(rows, incidents, changes, key=key))


def changes_of(document: RecordDocument) -> tuple[SeatChange, ...]:
    """Who came and who left, as the lines of a sheet: who came sat down before anybody left."""
    changes = [
        (number, change)
        for number, body in enumerate(document["stanzas"], start=1)
        for change in (
            *((join["player"], SITS_DOWN, join["left_of"]) for join in body.get("joins", ())),
            *((player, LEAVES, "") for player in body.get("leaves", ())),
        )
    ]
    return tuple(
        SeatChange(line, str(number), player, kind, left_of)
        for line, (number, (player, kind, left_of)) in enumerate(changes)
    )


def _row(number: int, body: StanzaDocument, outcome: StanzaOutcome) -> GridRow:
    taken = body.get("taken") or outcome["taken"] or {}
    made = body.get("made", {})
    cells = {
        player: GridCell(str(bid), str(taken[player]) if player in taken else SIGNS[made.get(player)])
        for player, bid in body["bids"]
    }
    return GridRow(number, cells, str(body["cards"]), body["dealer"])


def _seats(document: RecordDocument) -> tuple[str, ...]:
    """Everybody in the order of their seats, each who came later beside whom they sat down."""
    seats = list(document["seats"])
    for body in document["stanzas"]:
        for join in body.get("joins", ()):
            if join["player"] not in seats:
                at = seats.index(join["left_of"]) + 1 if join["left_of"] in seats else len(seats)
                seats.insert(at, join["player"])
    return tuple(seats)


def _entries(stanzas: Iterable[StanzaDocument]) -> dict[str, list[Entry]]:
    """Who sat down later, each entry with the number of its stanza, by player."""
    entries: dict[str, list[Entry]] = {}
    for number, body in enumerate(stanzas, start=1):
        for join in body.get("joins", ()):
            entries.setdefault(join["player"], []).append((number, join))
    return entries


def _bodies(layout: Layout) -> list[StanzaDocument]:
    """The stanzas that are whole, each with who left and came before it."""
    return [
        composing.with_changes(body, number, layout.stays)
        for number, body in enumerate(layout.whole, start=1)
    ]
