"""The record of a game as the text of the form that corrects it.

Invariant: what a form begins with is what was reported, so that rulings and decisions that stand are put into
it once when it is sent again.
"""

from __future__ import annotations

import json
from typing import Final

from tournaments.formats.documents import Record
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.justice.rulings.selectors.amendments import amendments_of
from tournaments.reports.selectors.records import standing_report
from tournaments.tables.services.closing import unamended_record

MOST: Final = 400_000
"""Characters that a form shows; a longer record is sent as a file."""


def reported_record(game: Game) -> tuple[Record, KeptCheck] | None:
    """The record as it was sent, or as it was made of a table's sheet without what amends it since, and what
    the check says of it; None where there is none."""
    report = standing_report(game)
    if report is None:
        return None
    if report.from_sheet and not format_named(game.event.format).hands_in_slips and amendments_of(game):
        return unamended_record(game)
    sent = report.amends or report
    record: Record = json.loads(bytes(sent.record))
    return record, sent.check_document


def record_to_correct(game: Game) -> str:
    """The record that was reported, laid out to be read; empty where there is none or it is too long."""
    sent = reported_record(game)
    text = _laid_out(sent[0]) if sent else ""
    return text if len(text) <= MOST else ""


def _laid_out(record: Record) -> str:
    """Names of the first two levels on lines of their own, what is in them on one line each."""
    lines = ",\n".join(f" {json.dumps(name)}: {_in_lines(value)}" for name, value in record.items())
    return f"{{\n{lines}\n}}"


def _in_lines(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n" + ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
