"""What follows from a corrected stanza: later sheets of the family, and reports of games that are closed.

Invariants: former scores and averages that went into other games are as since corrected (readings 36 and
37); a closed game gets a new version of its report; nothing final changes: then the correction is refused.
"""

from __future__ import annotations

import datetime as dt
import hashlib

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.games.game_families import Family, family_of
from tournaments.games.models import Game
from tournaments.reports.models.report import Report
from tournaments.tables.game_folders import as_bytes, check_of, folder_of
from tournaments.tables.group_starts import start_of
from tournaments.tables.models.sheet import Sheet, Split, StanzaVersion
from tournaments.tables.services.closing import closed_record, report_sheet
from tournaments.tables.services.sheets import keep_sheet

CLOSED = (Game.State.REPORTED, Game.State.CONFIRMED, Game.State.CERTIFIED)


def follow_correction(*, by: Person, game: Game, version: StanzaVersion, at: dt.datetime) -> None:
    """Bring the sheets and reports of a locked family up to a corrected stanza of one of its games.

    Raises:
        Refusal: `final-elsewhere` and what `report_sheet` raises.
    """
    family = family_of(game)
    refresh_sheets(family, at)
    reports = {
        report.game_id: report
        for report in Report.objects.filter(game__in=list(family.games), current=True).defer("record")
    }
    for other in family.games.values():
        if other.state in CLOSED and other.stanzas_played and other.pk in reports:
            _report_again(by, family, other, reports[other.pk], version, at)


def refresh_sheets(family: Family, at: dt.datetime) -> None:
    """Recompute starts and checks until nothing changes: what somebody brought along changes averages."""
    groups = [game for game in family.games.values() if game.state != Game.State.VOID]
    splits = {
        split.game_id: split
        for split in Split.objects.filter(game__in=list(family.games), state=Split.State.MADE)
    }
    for _group in groups:
        sheets = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=list(family.games))}
        changed = [_refresh(family, game, splits, sheets, at) for game in groups if game.pk in sheets]
        if not any(changed):
            return


def _refresh(
    family: Family, game: Game, splits: dict[int, Split], sheets: dict[int, Sheet], at: dt.datetime
) -> bool:
    """Recompute one sheet; whether it changed."""
    sheet = sheets[game.pk]
    before = (sheet.start, sheet.check_document)
    if game.parent_id is not None:
        sheet.start = start_of(family, game, splits[game.parent_id], sheets)
        sheet.save(update_fields=["start"])
    if not game.stanzas_played:
        return before[0] != sheet.start
    folder = folder_of(family, game, sheets)
    keep_sheet(folder, check_of(folder, folder.record), at)
    return before != (sheet.start, sheet.check_document)


def _report_again(
    by: Person, family: Family, game: Game, report: Report, version: StanzaVersion, at: dt.datetime
) -> None:
    _folder, record = closed_record(family, game)
    if hashlib.sha256(as_bytes(record)).hexdigest() == report.sha256:
        return
    if game.state != Game.State.REPORTED:
        raise Refusal(
            code="final-elsewhere",
            sentence=_("This correction would change the result of %(game)s, which is %(state)s.")
            % {"game": game.place, "state": game.get_state_display()},
            rule=_("A certified result is final; only a ruling or an appeal changes it."),
            remedy=_("Ask the Acting Executor for a ruling."),
        )
    report_sheet(by=by, family=family, game=game, key=f"stanza/{version.pk}/{game.pk}", at=at)
