"""What is in the file of an export, piece by piece: as the pages of rosters, ledger and entries give it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.http import QueryDict

from sanctioning.kit.api.serializers import as_data
from sanctioning.kit.lists.lists import ListSource, ask
from sanctioning.kit.lists.pages import Listing, ListTable
from scoring.exports.models import Export
from scoring.ledger.lists import LEDGER
from scoring.ledger.selectors.lists import ledger
from scoring.rosters.models import Roster
from scoring.rosters.selectors.kept_lines import csv_pieces
from scoring.rosters.selectors.rosters import latest_published
from scoring.rosters.workbook import roster_json, roster_workbook
from tournaments.entries.lists import ENTRANTS
from tournaments.entries.selectors.entries import entrants

Row = TypeVar("Row", bound=Model)
Line = TypeVar("Line")
Pieces = Iterable[bytes]
TYPES: Final = {
    Export.File.CSV.value: "text/csv; charset=utf-8",
    Export.File.JSON.value: "application/json",
    Export.File.XLSX.value: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def pieces_of(export: Export) -> Pieces | None:
    """The file as things are now, in the language that is spoken now; None where there is nothing yet."""
    if export.what == Export.What.ROSTER:
        roster = latest_published().get(export.card_game)
        return _of_roster(roster, export.file) if roster else None
    if export.what == Export.What.LEDGER:
        return _of_list(ledger(), LEDGER, export.file)
    assert export.event is not None
    return _of_list(entrants(export.event), ENTRANTS, export.file)


def _of_roster(roster: Roster, file: str) -> Pieces:
    if file == Export.File.XLSX:
        return [roster_workbook(roster)]
    return roster_json(roster) if file == Export.File.JSON else csv_pieces(roster)


def _of_list(source: ListSource[Row, Line], table: ListTable[Line], file: str) -> Pieces:
    asked = ask(source, {})
    if file == Export.File.JSON:
        return _as_json(asked.all_lines())
    return Listing(table, asked, QueryDict()).csv()


def _as_json(lines: Iterable[Any]) -> Iterator[bytes]:
    """One array, a line on a line, as the API has them."""
    before = "[\n"
    for line in lines:
        yield (before + json.dumps(as_data(line), cls=DjangoJSONEncoder, ensure_ascii=False)).encode()
        before = ",\n"
    yield b"[]\n" if before == "[\n" else b"\n]\n"
