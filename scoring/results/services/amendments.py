"""What follows in scores and ledger when a game's record is amended, or an amendment ended.

Purpose: a ruling, a vote or a decision on appeal is felt at once, at whatever step the game stands.
Invariants: what stands is what was reported with the amendments that have not ended, whatever came before; a
running game's sheets follow; a reported game gets a new version of its report, a confirmed one waits for a
second person again; a certified result is corrected with everything that follows from it, in the caller's
transaction; where nothing changes nothing is written. Errors that the check finds because of what was decided
are settled by it. The caller holds the locks of the game and its family.
Rule section: IV (only a ruling or an appeal changes a certified result); reading 71.
Terms: sent (the last report that somebody reported), order (by whom, by which ruling, why).
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from typing import Any

from sanctioning.people.models.person import Person
from scoring.results.notifications import tell_of_waiting_again
from scoring.results.services.corrections import Order, certify_anew
from tournaments.formats.format import Endings
from tournaments.formats.record_check import check_of_record
from tournaments.formats.registry import format_named
from tournaments.games.game_families import Family, locked_family
from tournaments.games.models import Game
from tournaments.games.services.games import set_state
from tournaments.games.services.revisions import changed
from tournaments.reports.models.report import Report
from tournaments.reports.services.amended_findings import Because, known_from, settle_amended
from tournaments.reports.services.reports import ReportOrigin, add_version, amend_report, amended_key
from tournaments.reports.services.settlements import carry_settlements
from tournaments.slips.event_folders import endings_of_rulings, folder_of, record_so_far
from tournaments.slips.services.kept_checks import check_again
from tournaments.tables.game_folders import as_bytes
from tournaments.tables.services.closing import closed_record, endings_of_sheet
from tournaments.tables.services.following_sheets import CLOSED, refresh_sheets

State = Game.State


def follow_amendments(*, game: Game, by: Person, at: dt.datetime, ruling: str, why: str) -> None:
    """Bring the whole family of a locked game up to what stands now.

    Raises:
        Refusal: `event-not-sanctioned`, `game-state`, `no-slips`, `other-rule-set`, `plan-differs`,
            `player-not-in-game`, `slip-unreadable` and what `certify_anew` raises.
    """
    family = locked_family(game)
    order = Order(ordered_by=by, ruling=ruling, why=why, settled_because=f"{ruling}: {why}")
    if format_named(game.event.format).hands_in_slips:
        check_again(game, at)
    else:
        refresh_sheets(family, at)
    for member in family.games.values():
        changed(member)
        if member.state in CLOSED:
            _follow(family, member, order, at)
    now = family.games[game.pk]
    game.state, game.revision = now.state, now.revision


def _follow(family: Family, game: Game, order: Order, at: dt.datetime) -> None:
    """A new version of what was reported of a game, where what stands differs from it, and what it brings."""
    before = game.reports.filter(current=True).get()
    report = _as_it_stands(family, game, before, order, at)
    if report is None:
        return
    if game.state == State.CERTIFIED:
        certify_anew(by=order.ordered_by, game=game, report=report, order=order, at=at)
    elif game.state == State.CONFIRMED:
        set_state(game, State.REPORTED, only_from=(State.CONFIRMED,))
        tell_of_waiting_again(game=game, confirmation=before.confirmation, why=order.settled_because, at=at)


def _as_it_stands(family: Family, game: Game, before: Report, order: Order, at: dt.datetime) -> Report | None:
    sent = game.reports.filter(amends__isnull=True).latest("version")
    because = Because(by=order.ordered_by, words=order.settled_because)
    if not sent.from_sheet:
        return amend_report(by=order.ordered_by, game=game, sent=sent, at=at, because=because)
    record, endings = _closed_now(family, game)
    data = as_bytes(record)
    if hashlib.sha256(data).hexdigest() == before.sha256:
        return None
    report = add_version(
        by=order.ordered_by,
        game=game,
        data=data,
        idempotency_key=amended_key(game),
        check=check_of_record(game.event, data),
        at=at,
        before=game.state,
        endings=endings,
        origin=ReportOrigin(from_sheet=True, reporter=before.reporter),
    )
    carry_settlements(report)
    settle_amended(report=report, known=known_from(before), because=because, at=at)
    return report


def _closed_now(family: Family, game: Game) -> tuple[Mapping[str, Any], Endings]:
    """The record as it would be closed now, and what is wrong with its end."""
    if format_named(game.event.format).hands_in_slips:
        slips = folder_of(game)
        return record_so_far(slips), endings_of_rulings(slips)
    _folder, record = closed_record(family, game)
    return record, endings_of_sheet(game, record)
