"""A scoresheet of a table, to be filled in by hand: large, clear, with all that is known printed on it.

Invariants: the same facts give the same bytes; a sheet is as wide as its players need and its rows are as
high as the page allows, never below what a pencil needs; nothing on it is computed here.
Terms: portion (the rows of one page), carried (the totals with which a later page begins).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sanctioning.kit.qr_codes import qr_on_paper
from tournaments.papers.printing import printed
from tournaments.tables.documents.facts import SheetFacts, SheetRow

WIDE_FROM: Final = 6  # players; fewer leave room to stand the sheet upright
ROOM: Final = {"upright": 194.0, "wide": 116.0}  # millimetres of a page for its rows
LEAST, MOST = 7.6, 11.5  # millimetres a row is high


def scoresheets_pdf(sheets: Sequence[SheetFacts], title: str, identifier: str) -> bytes:
    """The sheets of a round, an event or one table, each on pages of its own."""
    laid_out = [_laid_out(sheet) for sheet in sheets]
    return printed("scoresheet.html", "scoresheet.css", title, identifier, sheets=laid_out)


def _laid_out(sheet: SheetFacts) -> dict[str, object]:
    """The sheet with its rows cut into pages of one height."""
    shape = "wide" if len(sheet.players) >= WIDE_FROM else "upright"
    portions = _portions(sheet.rows, int(ROOM[shape] / LEAST))
    height = min(MOST, ROOM[shape] / max(len(portion) for portion in portions))
    return {
        "facts": sheet,
        "shape": shape,
        "height": f"{height:.2f}",
        "qr": qr_on_paper(sheet.address) if sheet.address else "",
        "pages": [
            {
                "number": number,
                "of": len(portions),
                "last": number == len(portions),
                "rows": [_cells(row, len(sheet.players), sheet) for row in portion],
            }
            for number, portion in enumerate(portions, start=1)
        ],
        "columns": range(len(sheet.players)),
    }


def _portions(rows: Sequence[SheetRow], most: int) -> list[Sequence[SheetRow]]:
    """The rows in pages of nearly one length, none longer than `most`."""
    pages = max(1, -(-len(rows) // most))
    each = -(-len(rows) // pages) if rows else 1
    return [rows[first : first + each] for first in range(0, len(rows), each)] or [()]


def _cells(row: SheetRow, players: int, sheet: SheetFacts) -> dict[str, object]:
    return {
        "number": row.number,
        "cards": row.cards or "",
        "dealer": sheet.players[row.dealer].name if row.dealer is not None else "",
        "cells": [index == row.dealer for index in range(players)],
    }
