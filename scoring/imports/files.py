"""Reading tables from CSV and XLSX: how it is written is found out, and can be corrected.

Invariants: a file of any length is read with flat memory; every cell comes as text, as it stands in the file;
a byte that cannot be read becomes the mark of an unreadable letter, so that its row can be refused.
Terms: settings (encoding and separator of a CSV, whether the day or the month stands first, and in which line
the columns are named), head (that line; a title or blank lines may stand above it).
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

if TYPE_CHECKING:
    from openpyxl import Workbook

ENCODINGS: Final = ("utf-8", "utf-16", "cp1252", "iso8859_15", "cp1250", "cp437", "mac_roman")
USUAL: Final = "cp1252"
DELIMITERS: Final = (",", ";", "\t", "|")
DAY_FIRST, MONTH_FIRST = "day", "month"
LARGEST_FILE: Final = 40_000_000
LARGEST_UNPACKED: Final = 600_000_000
MOST_COLUMNS: Final = 100
LONGEST_CELL: Final = 2000
SAMPLE_ROWS: Final = 2000
HEAD_WITHIN: Final = 20
"""Among so many lines the head is looked for."""
UNREADABLE: Final = "\ufffd"
PART: Final = 1_000_000
FORMULA: Final = re.compile(rb"<f[ >/]")
ERRORS: Final = frozenset({"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"})
_TWO_NUMBERS: Final = re.compile(r"^\s*(\d{1,2})[/.\-](\d{1,2})[/.\-]\d{4}\s*$")

Row = list[str]
NamesColumn = Callable[[str], bool]
"""Whether a cell says what a column is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`certain` is False where days can be read both ways; a workbook has no encoding and no
    separator, but a `sheet`. `mixed` are two days of one column that are written in different orders."""

    encoding: str = ""
    delimiter: str = ""
    days: str = DAY_FIRST
    certain: bool = True
    head_line: int = 1
    sheet: str = ""
    mixed: Sequence[str] = ()

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Settings:
        """From what an import keeps; one from before a head was looked for has it in the first line."""
        return cls(**{name: kept[name] for name in cls.__slots__ if name in kept})

    @property
    def workbook(self) -> bool:
        return not self.encoding


def found_out(file: IO[bytes], names_column: NamesColumn) -> Settings:
    """How the file is written, as well as it can be told."""
    _require_size(file)
    settings = Settings(sheet=_filled_sheet(file)) if _is_workbook(file) else _of_text(file, names_column)
    return _with_days(file, with_head(file, settings, names_column))


def with_head(file: IO[bytes], settings: Settings, names_column: NamesColumn) -> Settings:
    """The settings with the line that most likely names the columns."""
    line, _cells = _likeliest_head(file, settings, names_column)
    return replace(settings, head_line=line)


def rows(file: IO[bytes], settings: Settings) -> Iterator[tuple[int, Row]]:
    """Each row with its line in the file, the head among them; empty rows come as they are."""
    file.seek(0)
    lines = _of_workbook(file, settings) if settings.workbook else _of_csv(file, settings)
    for number, cells in lines:
        if len(cells) > MOST_COLUMNS:
            cells = cells[:MOST_COLUMNS]
        while cells and not cells[-1].strip():
            cells.pop()
        yield number, [cell.strip()[:LONGEST_CELL] for cell in cells]


def first_lines(file: IO[bytes], settings: Settings) -> list[tuple[int, Row]]:
    """The first rows that say something, each with its line."""
    return list(islice(_filled(file, settings), HEAD_WITHIN))


def head(file: IO[bytes], settings: Settings) -> Row:
    """The names of the columns."""
    for number, cells in _filled(file, settings):
        if number == settings.head_line:
            return cells
    raise unreadable(
        _("line %(line)s has no column names") % {"line": settings.head_line},
        _("Choose the line that names the columns."),
    )


def rows_below_head(file: IO[bytes], settings: Settings) -> Iterator[tuple[int, Row]]:
    """What the table has in it: each row that says something, with its line."""
    return ((number, cells) for number, cells in _filled(file, settings) if number > settings.head_line)


def _filled(file: IO[bytes], settings: Settings) -> Iterator[tuple[int, Row]]:
    return ((number, cells) for number, cells in rows(file, settings) if any(cells))


def _likeliest_head(file: IO[bytes], settings: Settings, names_column: NamesColumn) -> tuple[int, Row]:
    """The first of the lines that name the most columns. Where none names any, the first with several cells:
    a title has one."""
    lines = first_lines(file, settings)
    if not lines:
        raise unreadable(_("it has no rows"), _("Begin with the template, and fill it in."))
    return max(lines, key=lambda line: (sum(map(names_column, line[1])), sum(map(bool, line[1])) > 1))


def unreadable(what: str, remedy: str) -> Refusal:
    return Refusal(
        code="import-unreadable",
        sentence=_("The file cannot be read: %(what)s.") % {"what": what},
        rule=_("An import reads a table with a header line, as CSV or XLSX."),
        remedy=remedy,
        status=422,
    )


def _require_size(file: IO[bytes]) -> None:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    if not size:
        raise unreadable(_("it is empty"), _("Choose the file again, or save it again."))
    if size > LARGEST_FILE:
        raise unreadable(
            _("it is larger than %(most)s megabytes") % {"most": LARGEST_FILE // 1_000_000},
            _("Import it in parts."),
        )


def _is_workbook(file: IO[bytes]) -> bool:
    begins = file.read(4)
    file.seek(0)
    if begins.startswith(b"\xd0\xcf\x11\xe0"):
        raise unreadable(_("it is an old-style workbook (XLS)"), _("Save it as XLSX or CSV."))
    if not begins.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(file) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile:
        raise unreadable(_("it is a damaged workbook"), _("Save it again as XLSX or CSV.")) from None
    if unpacked > LARGEST_UNPACKED:
        raise unreadable(_("the workbook is too large when unpacked"), _("Save it as CSV."))
    return True


def _of_workbook(file: IO[bytes], settings: Settings) -> Iterator[tuple[int, Row]]:
    """Formulas come as what the spreadsheet computed and stored; one without it comes as it is written."""
    written = _book(file, computed=False)
    try:
        sheet = _lines(written, settings.sheet)
        if not _has_formulas(file):
            yield from enumerate(([_text(cell) for cell in cells] for cells in sheet), start=1)
            return
        computed = _book(file, computed=True)
        try:
            both = zip(sheet, _lines(computed, settings.sheet), strict=True)
            for number, (formulas, stored) in enumerate(both, start=1):
                yield number, [_text(_computed(*cell)) for cell in zip(formulas, stored, strict=True)]
        finally:
            computed.close()
    finally:
        written.close()


def _book(file: IO[bytes], *, computed: bool) -> Workbook:
    from openpyxl import load_workbook  # by whoever reads a workbook; it takes a tenth of a process's start
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        return load_workbook(file, read_only=True, data_only=computed)
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, OSError):
        raise unreadable(_("it is not a workbook"), _("Save it as XLSX or CSV.")) from None


def _lines(book: Workbook, sheet: str) -> Iterator[Sequence[Any]]:
    """The rows of a sheet, of the first where an import from before sheets were looked at names none."""
    table = book[sheet] if sheet else book.worksheets[0]
    yield from table.iter_rows(values_only=True, max_col=MOST_COLUMNS)


def _filled_sheet(file: IO[bytes]) -> str:
    """The first sheet that has anything in it, or else the first."""
    book = _book(file, computed=False)
    try:
        names = [sheet.title for sheet in book.worksheets]
        if not names:
            raise unreadable(_("it has no rows"), _("Begin with the template, and fill it in."))
        return next((name for name in names if any(map(any, _lines(book, name)))), names[0])
    finally:
        book.close()


def _has_formulas(file: IO[bytes]) -> bool:
    """Whether a sheet has any; then every cell is read twice, as it is written and as it was computed."""
    file.seek(0)
    with zipfile.ZipFile(file) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
        return any(_has_formula(archive.open(name)) for name in sheets if name.endswith(".xml"))


def _has_formula(sheet: IO[bytes]) -> bool:
    end = b""
    with sheet:
        while part := sheet.read(PART):
            if FORMULA.search(end + part):
                return True
            end = part[-3:]
    return False


def _computed(written: Any, stored: Any) -> Any:
    if stored is None or stored in ERRORS:
        return getattr(written, "text", written)
    return stored


def _text(cell: Any) -> str:
    """A cell of a workbook as somebody would type it; days as ISO days."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, dt.datetime):
        return cell.date().isoformat()
    if isinstance(cell, dt.date):
        return cell.isoformat()
    if isinstance(cell, float):
        # What a sum left behind the tenth place is no figure that somebody wrote.
        return str(int(cell)) if cell.is_integer() else format(Decimal(repr(round(cell, 9))), "f")
    return str(cell)


def _of_csv(file: IO[bytes], settings: Settings) -> Iterator[tuple[int, Row]]:
    encoding = "utf-8-sig" if settings.encoding == "utf-8" else settings.encoding
    text = io.TextIOWrapper(file, encoding=encoding, errors="replace", newline="")
    reader = csv.reader(text, delimiter=settings.delimiter)
    try:
        number = 1
        for cells in reader:
            yield number, cells
            number = reader.line_num + 1
    except csv.Error as wrong:
        raise unreadable(
            _("line %(line)s: %(wrong)s") % {"line": reader.line_num, "wrong": wrong},
            _("Save it again as CSV, or as XLSX."),
        ) from None
    finally:
        text.detach()


def _of_text(file: IO[bytes], names_column: NamesColumn) -> Settings:
    """The separator is the one by which the head names the most columns, or else has the most cells."""
    encoding = _encoding_of(file)

    def columns(settings: Settings) -> tuple[int, int]:
        _line, cells = _likeliest_head(file, settings, names_column)
        return sum(map(names_column, cells)), len(cells)

    return max((Settings(encoding=encoding, delimiter=sign) for sign in DELIMITERS), key=columns)


def _encoding_of(file: IO[bytes]) -> str:
    """UTF-8 where more lines with foreign letters are so than otherwise, else what the letters look like."""
    file.seek(0)
    begins = file.read(4)
    if begins.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    file.seek(0)
    as_utf8 = otherwise = 0
    sample: list[bytes] = []
    for line in file:
        if b"\0" in line:
            raise unreadable(_("it is not text"), _("Save it as CSV or XLSX."))
        if line.isascii():
            continue
        try:
            line.decode("utf-8")
            as_utf8 += 1
        except UnicodeDecodeError:
            otherwise += 1
            if len(sample) < SAMPLE_ROWS:
                sample.append(line)
    if otherwise <= as_utf8:
        return "utf-8"
    return _one_byte_encoding(b"".join(sample))


def _one_byte_encoding(foreign: bytes) -> str:
    """The usual one unless another reads better: a few names read as well in several."""
    # Few files ask for it, and it keeps the letters of a hundred encodings in memory.
    from charset_normalizer import from_bytes

    matches = from_bytes(foreign, cp_isolation=list(ENCODINGS[2:]))
    best = matches.best()
    if best is None or best.encoding not in ENCODINGS:
        return USUAL
    usual, likely = foreign.decode(USUAL, "replace"), str(best)
    if usual == likely:
        return USUAL
    as_good = any(match.encoding == USUAL and match.chaos <= best.chaos for match in matches)
    # "Wałęsa" of a Polish file would read "Wa³êsa".
    letters = all(sign.isalpha() for sign, other in zip(usual, likely, strict=True) if sign != other)
    return USUAL if as_good and letters else best.encoding


def _with_days(file: IO[bytes], settings: Settings) -> Settings:
    """Whether days are written before months: where a number above 12 stands tells."""
    seen: Counter[str] = Counter()
    examples: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for _number, cells in islice(rows_below_head(file, settings), SAMPLE_ROWS):
        for place, cell in enumerate(cells):
            if order := _order_of(cell):
                seen[order] += 1
                examples[place].setdefault(order, cell)
    both = (found for found in examples.values() if DAY_FIRST in found and MONTH_FIRST in found)
    mixed = next(((found[DAY_FIRST], found[MONTH_FIRST]) for found in both), ())
    settings = replace(settings, mixed=mixed)
    if seen[MONTH_FIRST] > seen[DAY_FIRST]:
        return replace(settings, days=MONTH_FIRST, certain=not seen[DAY_FIRST])
    certain = bool(seen[DAY_FIRST]) or not seen["either"]
    return replace(settings, days=DAY_FIRST, certain=certain and not seen[MONTH_FIRST])


def _order_of(cell: str) -> str:
    match = _TWO_NUMBERS.match(cell)
    if match is None:
        return ""
    first, second = int(match[1]), int(match[2])
    if first > 12 or "." in cell:
        return DAY_FIRST
    return MONTH_FIRST if second > 12 else "either"


def looks_mixed(text: str, encoding: str) -> bool:
    """Whether a text of a one-byte encoding is UTF-8 in truth, as where two files were joined."""
    if encoding in ("", "utf-8", "utf-16") or text.isascii():
        return False
    try:
        return text.encode(encoding).decode("utf-8") != text
    except UnicodeError:
        return False


def sample(file: IO[bytes], settings: Settings, most: int) -> Sequence[Row]:
    """The first rows below the head, to be looked at."""
    return [cells for _number, cells in islice(rows_below_head(file, settings), most)]
