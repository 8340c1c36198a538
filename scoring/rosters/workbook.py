"""A roster as a workbook and as JSON, from the lines that it keeps; the same bytes each time."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from io import BytesIO

from sanctioning.kit.press.letterhead import authority_name
from scoring.rosters.lines import COLUMNS, lines_of
from scoring.rosters.models import Roster
from scoring.rosters.selectors.kept_lines import lines, texts

WIDTHS = (34, 13, 34, 28, 12, 12)


def roster_workbook(roster: Roster) -> bytes:
    """XLSX with one sheet; written row by row, so that memory does not grow with the roster."""
    import xlsxwriter  # by whoever writes a workbook; it takes a tenth of a process's start

    file = BytesIO()
    book = xlsxwriter.Workbook(file, {"constant_memory": True})
    book.set_properties({"title": str(roster), "author": authority_name(), "created": _dated(roster)})
    strong, tenths = book.add_format({"bold": True}), book.add_format({"num_format": "#,##0.0"})
    blue = book.add_format({"num_format": "#,##0.0", "font_color": "#1B4FAE"})
    sheet = book.add_worksheet(roster.as_of.isoformat())
    for column, width in enumerate(WIDTHS):
        sheet.set_column(column, column, width)
    sheet.freeze_panes(1, 1)
    sheet.write_row(0, 0, COLUMNS, strong)
    for row, line in enumerate(lines(roster), start=1):
        for column, text in enumerate((line.name, line.number, line.club, line.degree)):
            sheet.write_string(row, column, text)
        sheet.write_number(row, 4, float(line.points), tenths)
        sheet.write_number(row, 5, float(line.blue_points), blue)
    book.close()
    return file.getvalue()


def roster_json(roster: Roster) -> Iterator[bytes]:
    """One document, a line a player, piece by piece; points are text, exact to the tenth."""
    head = {
        "format": "saas-roster/1",
        "card_game": roster.card_game,
        "as_of": roster.as_of.isoformat(),
        "serial": roster.serial,
        "state": roster.state,
        "players": roster.players,
        "points": f"{roster.points:.1f}",
        "blue_points": f"{roster.blue:.1f}",
        "inputs_hash": roster.inputs_hash,
        "csv_sha256": roster.csv_sha256,
    }
    yield json.dumps(head, ensure_ascii=False)[:-1].encode() + b', "lines": ['
    before = "\n"
    for text in texts(roster):
        rows = [
            json.dumps(
                {
                    "name": line.name,
                    "number": line.number,
                    "club": line.club,
                    "degree": line.degree,
                    "points": f"{line.points:.1f}",
                    "blue_points": f"{line.blue_points:.1f}",
                },
                ensure_ascii=False,
            )
            for line in lines_of(text)
        ]
        yield (before + ",\n".join(rows)).encode()
        before = ",\n"
    yield b"\n]}\n"


def _dated(roster: Roster) -> dt.datetime:
    """The day that the roster is of: a moment of its making would change the bytes."""
    return dt.datetime.combine(roster.as_of, dt.time())
