"""Tables as CSV (RFC 4180), a line at a time.

Invariant: a text that a spreadsheet would take for a formula begins with an apostrophe, so that a name
never does anything on the machine of who opens the file. Numbers and days are written plainly.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
# What tells a spreadsheet that the letters are UTF-8.
MARK: Final = "\ufeff"

Value = str | int | Decimal | dt.date | dt.datetime | None


def csv_lines(heads: Iterable[Value], rows: Iterable[Iterable[Value]]) -> Iterator[bytes]:
    """The file, one piece a line; memory stays flat."""
    yield (MARK + csv_line(heads)).encode()
    for row in rows:
        yield csv_line(row).encode()


def csv_line(values: Iterable[Value]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow([_plain(value) for value in values])
    return text.getvalue()


def _plain(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, int | Decimal):
        return str(value)
    return guarded(str(value))


def guarded(text: str) -> str:
    """The text as no spreadsheet takes it for a formula; a guarded one gets another apostrophe."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def unguarded(text: str) -> str:
    """The text that was guarded."""
    return text.removeprefix("'") if text.lstrip("'").startswith(FORMULA) else text
