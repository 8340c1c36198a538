"""Checking a scoresheet while it is typed, and taking it in.

Purpose: the same engine answers to every cell that will judge the report; the sheet ends where a record file
ends (`take_report`), or, where the first stanzas were reported from the table, as the stanzas after them.
Invariants: checking writes nothing; a sheet sent twice with one key counts once; a sheet with a gap is
refused as a whole, and a written total that disagrees is kept as it was written, for the check to find.
Rule section: I (scoring), by way of the engine; design, "What always holds" 7.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.reading import Malformed
from rules_engine.whoopie.check import ending
from rules_engine.whoopie.document import RecordDocument
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.formats.kept_check import KeptCheck, no_stanzas
from tournaments.games.game_families import event_at_hand, seats_of
from tournaments.games.models import Game
from tournaments.reports.services.reports import require_reporter, take_report
from tournaments.tables.game_folders import (
    GameFolder,
    OnPaper,
    as_bytes,
    check_of,
    read_folder,
    stays_of,
    written,
)
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.paper_sheets import Ground, Layout, PaperSheet, lay_out
from tournaments.tables.services.stanzas import report_stanza

TYPED_WHILE = (Game.State.OPEN, Game.State.PLAYING, Game.State.REPORTED)


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """What the engine says of the sheet so far: the check of the stanzas that are whole, as a document;
    `unreadable` is what kept it from answering."""

    layout: Layout
    document: KeptCheck
    is_over: bool
    unreadable: str = ""


def ground_of(game: Game) -> tuple[GameFolder, Ground]:
    """The game as it stands before the sheet is typed. A constant number of queries."""
    folder = read_folder(game, event=event_at_hand(game))
    game, players = folder.game, folder.players
    names = {player.pk: player.record_id for player in players}
    start = folder.start
    return folder, Ground(
        seats=tuple(seats_of(players)),
        known=frozenset(names.values()),
        first_dealer=names.get(game.first_dealer_id or 0, ""),
        start=(start["cards"], start["direction"]) if start else None,
        bodies=tuple(folder.bodies),
        stays=tuple(stays_of(folder)) if folder.stays else (),
    )


def check_sheet(folder: GameFolder, ground: Ground, sheet: PaperSheet) -> SheetCheck:
    """The answer to the sheet as far as it is typed; nothing is written."""
    layout = lay_out(ground, sheet)
    bodies = [*ground.bodies, *layout.whole]
    if not bodies:
        return SheetCheck(layout, no_stanzas(), is_over=False)
    try:
        record = _record(folder, ground, layout)
        document = check_of(folder, record).document
    except Malformed as wrong:
        return SheetCheck(layout, no_stanzas(), False, wrong.message)
    except Refusal as wrong:
        return SheetCheck(layout, no_stanzas(), False, wrong.sentence)
    return SheetCheck(layout, document, ending.is_over(folder.game.planned, record))


def send_sheet(*, by: Person, game: Game, sheet: PaperSheet, at: dt.datetime | None = None) -> None:
    """Take the whole sheet in, as the report of the game or as the stanzas that were still missing.

    Raises:
        Refusal: `not-allowed`, `record-malformed`, `reported-by-slips`, `reported-by-stanzas`,
            `sheet-not-whole`, `stanza-reported` and what `report_stanza` raises.
    """
    at = moment(at)
    require_reporter(by=by, game=game, at=at)
    folder, ground = ground_of(game)
    if ground.bodies:
        _send_stanzas(by=by, game=game, sheet=sheet, ground=ground, at=at)
        return
    layout = lay_out(ground, sheet)
    require_whole(layout)
    data = as_bytes(_record(folder, ground, layout))
    reason = _("Typed in again from the sheet on paper.") if game.state == Game.State.REPORTED else ""
    take_report(by=by, game=game, data=data, idempotency_key=sheet.key, reason=reason, at=at)


@transaction.atomic
def _send_stanzas(*, by: Person, game: Game, sheet: PaperSheet, ground: Ground, at: dt.datetime) -> None:
    """All rows or none, each a stanza with a key of its own."""
    first = sheet.rows[0].number if sheet.rows else 0
    if StanzaVersion.objects.filter(game=game, idempotency_key=_key(sheet, first)).exists():
        return
    if first != len(ground.bodies) + 1:
        raise Refusal(
            code="stanza-reported",
            sentence=_("Stanzas were reported from the table while you were typing the sheet."),
            rule=_("A stanza is reported once; a correction is a new version with a reason."),
            remedy=_("Open the page again. It shows what was reported, and what you typed has been kept."),
        )
    layout = lay_out(ground, sheet)
    require_whole(layout)
    for number, body in enumerate(layout.whole, start=first):
        report_stanza(by=by, game=game, number=number, body=body, idempotency_key=_key(sheet, number), at=at)


def _key(sheet: PaperSheet, number: int) -> str:
    return f"{sheet.key[:70]}-{number}"


def _record(folder: GameFolder, ground: Ground, layout: Layout) -> RecordDocument:
    bodies = [*ground.bodies, *layout.whole]
    return written(folder, bodies, OnPaper(layout.seats, layout.stays, layout.first_dealer))


def require_whole(layout: Layout) -> None:
    """Refuse a sheet with nothing on it, with what cannot be read, or with a row that is not whole."""
    gap = layout.gap
    if layout.whole and gap is None and not layout.wrong:
        return
    if gap is not None:
        sentence = _("Stanza %(number)s is not complete.") % {"number": gap.row.number}
    elif layout.wrong:
        sentence = _("Who came and who left cannot be read.")
    else:
        sentence = _("No stanza has been filled in yet.")
    raise Refusal(
        code="sheet-not-whole",
        sentence=sentence,
        rule=_("I/Scoring: of every stanza each player's bid is reported, and whether they made it."),
        remedy=_("Fill in the marked cells. Everything else has been kept."),
        status=422,
    )
