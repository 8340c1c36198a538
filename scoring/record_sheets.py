"""A record as the grid of a scoresheet, and the record again with what was corrected in it.

Purpose: whoever corrects a result types into the cells that were wrong, also where cards were reported.
Invariants: a stanza of which nothing was changed stays as it was reported, with its cards; one that was
changed stands as it is typed, without them. Who came and left stays as it was reported.
Rule section: I (scoring); II (adding new players, re-entering players) by way of `composing`.
Terms: outcome (what the check said of a stanza as it was reported).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.whoopie import composing
from scoring.paper_sheets import Cell, Ground, Layout, PaperSheet, Row, lay_out
from scoring.typed_incidents import fields_of_incident, fits

SIGNS = {True: "+", False: "−", None: ""}
# What a stanza keeps when its scores are typed anew.
KEPT = ("leaves", "joins", "scorekeeper")


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A record and the grid that it fills; `ground` says who sat where from when to when."""

    document: Mapping[str, Any]
    ground: Ground
    sheet: PaperSheet

    def changed(self, layout: Layout) -> list[int]:
        """The stanzas that are typed otherwise than they were reported, also those added or taken away."""
        before = {laid.row.number: laid.body for laid in lay_out(self.ground, self.sheet).rows if laid.body}
        after = dict(enumerate(layout.whole, start=1))
        return sorted(number for number in before | after if before.get(number) != after.get(number))

    def corrected(self, layout: Layout) -> dict[str, Any]:
        """The record with the stanzas as they are typed."""
        reported = self.document["stanzas"]
        changed = set(self.changed(layout))
        bodies = [
            _typed(body, reported[number - 1] if number <= len(reported) else {})
            if number in changed
            else reported[number - 1]
            for number, body in enumerate(layout.whole, start=1)
        ]
        return composing.corrected(self.document, bodies)


def record_sheet(document: Mapping[str, Any], outcomes: Sequence[Mapping[str, Any]], key: str) -> RecordSheet:
    """The grid of a record that was checked: tricks are those that the cards gave."""
    stanzas = list(zip(document["stanzas"], outcomes, strict=True))
    rows = tuple(_row(number, body, outcome) for number, (body, outcome) in enumerate(stanzas, start=1))
    incidents = tuple(
        {"stanza": str(number), **fields_of_incident(one)}
        for number, (body, _) in enumerate(stanzas, start=1)
        for one in body.get("incidents", ())
        if fits(one)
    )
    start = document.get("start")
    ground = Ground(
        seats=tuple(document["seats"]),
        known=frozenset(document["seats"]).union(
            *({join["player"] for join in body.get("joins", ())} for body in document["stanzas"])
        ),
        first_dealer=document["first_dealer"],
        start=(start["cards"], start["direction"]) if start else None,
        stays=_stays(document),
    )
    return RecordSheet(document, ground, PaperSheet(rows, incidents, key=key))


def _row(number: int, body: Mapping[str, Any], outcome: Mapping[str, Any]) -> Row:
    taken = body.get("taken") or outcome.get("taken") or {}
    made = body.get("made", {})
    cells = {
        player: Cell(str(bid), str(taken[player]) if player in taken else SIGNS[made.get(player)])
        for player, bid in body["bids"]
    }
    return Row(number, cells, str(body["cards"]), body["dealer"])


def _stays(document: Mapping[str, Any]) -> tuple[composing.Stay, ...]:
    """Who sat there from when to when, in the order in which they sat down."""
    stays = [composing.Stay(player) for player in document["seats"]]
    for number, body in enumerate(document["stanzas"], start=1):
        for player in body.get("leaves", ()):
            at = max(index for index, stay in enumerate(stays) if stay.player == player)
            stays[at] = stays[at]._replace(until=number - 1)
        for join in body.get("joins", ()):
            stays.append(
                composing.Stay(join["player"], number, None, join["left_of"], join.get("returns", False))
            )
    return tuple(stays)


def _typed(body: Mapping[str, Any], reported: Mapping[str, Any]) -> dict[str, Any]:
    """A stanza as it is typed, with what the grid does not show of the one that was reported."""
    unseen = [one for one in reported.get("incidents", ()) if not fits(one)]
    incidents = [*unseen, *body.get("incidents", ())]
    kept = {field: reported[field] for field in KEPT if field in reported}
    return {**kept, **body, **({"incidents": incidents} if incidents else {})}
