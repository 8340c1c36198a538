"""Templates to fill in: the heads of a kind of import and one example row, as CSV and as a workbook."""

from __future__ import annotations

import io

from django.utils.translation import gettext as _

from sanctioning.kit.lists.csv_files import csv_lines
from scoring.imports.services.kinds.kind import ImportKind

WIDTH = 22


def as_csv(kind: ImportKind) -> bytes:
    heads, example = _lines(kind)
    return b"".join(csv_lines(heads, [example]))


def as_workbook(kind: ImportKind) -> bytes:
    """The table, and a second sheet that says what each column means."""
    import xlsxwriter  # by whoever writes a workbook; it takes a tenth of a process's start

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False}) as book:
        bold = book.add_format({"bold": True, "text_wrap": True})
        sheet = book.add_worksheet(_("Table"))
        for place, lines in enumerate(zip(*_lines(kind), strict=True)):
            sheet.write_string(0, place, lines[0], bold)
            sheet.write_string(1, place, lines[1])
        sheet.set_column(0, len(kind.columns) - 1, WIDTH)
        sheet.freeze_panes(1, 0)
        help_sheet = book.add_worksheet(_("Meaning"))
        help_sheet.set_column(0, 2, 2 * WIDTH)
        for line, column in enumerate(kind.columns):
            needed = _("must be filled in") if column.required else ""
            for place, text in enumerate((str(column.label), str(column.help), needed)):
                help_sheet.write_string(line, place, text)
    return file.getvalue()


def _lines(kind: ImportKind) -> tuple[list[str], list[str]]:
    """Heads by which the columns are found again in any language."""
    return [column.name for column in kind.columns], [column.example for column in kind.columns]
