"""Keeping the sheet of a game: what the check says of its record so far.

Invariants: whoever calls holds the lock of the game; of a stanza that is added, PostgreSQL is sent what is
new, not the whole evening once more.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Final

from django.db import connection

from sanctioning.kit.server_statements import ServerStatement, on_postgresql
from sanctioning.law.models.versions import RuleSet
from tournaments.formats.format import FormatCheck
from tournaments.formats.kept_check import KeptCheck
from tournaments.tables.game_folders import GameFolder
from tournaments.tables.models.sheet import Sheet


def keep_sheet(folder: GameFolder, check: FormatCheck, at: dt.datetime) -> GameFolder:
    """Write down what the check says of the game so far; the folder with it."""
    sheet = folder.sheet or Sheet(game=folder.game)
    lineups = [list(stanza.body.get("taken") or stanza.body["made"]) for stanza in check.stanzas]
    if not _add_stanza(sheet, check.document, lineups, folder.rule_set, at):
        sheet.check_document, sheet.lineups, sheet.checked_at = check.document, lineups, at
        sheet.rule_set = folder.rule_set
        sheet.save()
    return folder if folder.sheet else replace(folder, sheets={**folder.sheets, folder.game.pk: sheet})


def _add_stanza(
    sheet: Sheet, check: KeptCheck, lineups: list[list[str]], rule_set: RuleSet, at: dt.datetime
) -> bool:
    """Write a check which says of all stanzas but a new last one what the sheet says; whether it is one. The
    caller holds the lock of the game."""
    if not (on_postgresql() and sheet.pk and sheet.rule_set_id == rule_set.pk and check["stanzas"]):
        return False
    *before, last = check["stanzas"]
    if before != sheet.check_document["stanzas"] or lineups[:-1] != sheet.lineups:
        return False
    field = Sheet._meta.get_field("check_document")
    rest = {name: value for name, value in check.items() if name != "stanzas"}
    new = [field.get_db_prep_save(value, connection) for value in (rest, last, lineups[-1:])]
    if _ADD([*new, at, sheet.pk, sheet.checked_at]) != 1:
        return False
    sheet.check_document, sheet.lineups, sheet.checked_at = check, lineups, at
    return True


_ADD: Final = ServerStatement(
    "sheet",
    """
    UPDATE tournaments_sheet SET checked_at = $4, lineups = lineups || $3::jsonb, check_document =
        jsonb_insert(check_document, '{stanzas,-1}', $2::jsonb, true) || $1::jsonb
    WHERE id = $5 AND checked_at = $6
    """,
)
