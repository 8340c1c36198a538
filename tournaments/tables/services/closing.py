"""Closing a game that was reported stanza by stanza: its whole record becomes the report.

Invariants: a game of which something is still to come is closed only by who says that he knows it; final
scores and extrapolation are the law's; whether the game ended as planned is found then; a
game closed twice is closed once; a stanza corrected later makes a new version of the report; what was settled
of stanzas that stand goes along.
Rule section: II (extrapolation); readings 10, 37 and 38.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.whoopie.amended_record import amended_absent
from rules_engine.whoopie.document import AbsentDocument, RecordDocument
from rules_engine.whoopie.record_writing import EarlierLeaver, conclude
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.permissions import rules_game
from tournaments.formats.documents import Record
from tournaments.formats.format import Endings
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.registry import format_named
from tournaments.games.game_families import Family, locked_family
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.games import require_state, set_state
from tournaments.games.services.revisions import changed
from tournaments.reports.models.report import Report
from tournaments.reports.permissions import may_report
from tournaments.reports.services.amended_findings import because_of, known_to, settle_amended
from tournaments.reports.services.reports import FROM_SHEET, keep_report
from tournaments.reports.services.settlements import carry_settlements
from tournaments.tables.game_folders import (
    GameFolder,
    as_bytes,
    check_of,
    folder_of,
    read_folder,
    until_moment,
)
from tournaments.tables.missing_before_closing import require_nothing_missing
from tournaments.tables.models.sheet import Sheet

State = Game.State


@transaction.atomic
def close_game(*, by: Person, game: Game, sure: bool = False, at: dt.datetime | None = None) -> Report:
    """Say that the last stanza was the last: the composed record is reported and checked as a whole.

    Where stanzas of the plan, open errors or votes are still to come it is asked once; `sure` answers that.

    Raises:
        Refusal: `game-state`, `not-allowed`, `not-over` and what `report_sheet` raises.
    """
    at = moment(at)
    family = locked_family(game)
    game = family.games[game.pk]
    require(
        may_report(by, day_of(at), game),
        what=_("close this game"),
        who=_("a player at the table, or somebody who runs the club"),
        rule="I/Scorekeeper and First Dealer",
    )
    closed = game.reports.filter(current=True).first()
    if game.state == State.REPORTED and closed is not None:
        return closed
    require_state(
        game,
        (State.PLAYING,),
        rule=_("A game can be closed after its last stanza."),
        remedy=_("Report its stanzas first, or look at the game as it is now."),
    )
    if not sure:
        require_nothing_missing(game, at)
    return report_sheet(by=by, family=family, game=game, key=f"close/{game.pk}/{game.revision}", at=at)


@transaction.atomic
def reopen_game(*, by: Person, game: Game, reason: str, at: dt.datetime | None = None) -> Game:
    """Let a game that was closed too early go on, before anybody confirmed it.

    Raises:
        Refusal: `game-state`, `not-allowed`, `reason-missing`, `reported-as-a-whole`.
    """
    at = moment(at)
    game = locked_family(game).games[game.pk]
    require(
        rules_game(by, day_of(at), game), what=_("reopen this game"), who=_("its Acting Executor"), rule="IV"
    )
    reason = require_reason(
        reason, _("Reopening a game needs a reason."), remedy=_("Write why it continues.")
    )
    if not game.stanzas_played:
        raise Refusal(
            code="reported-as-a-whole",
            sentence=_("This game was reported by its whole record."),
            rule=_("A game has one sheet."),
            remedy=_("Send a corrected record."),
        )
    set_state(game, State.PLAYING, only_from=(State.REPORTED,))
    game.reports.filter(current=True).update(current=False)
    changed(game)
    note(by=by, at=at, action="reopen game", thing=game, why=reason, after={"state": game.state})
    return game


def report_sheet(*, by: Person, family: Family, game: Game, key: str, at: dt.datetime) -> Report:
    """Make the whole record of a game of a locked family the current version of its report.

    Raises:
        Refusal: what `keep_report` raises.
    """
    folder, record = closed_record(family, game)
    report = keep_report(
        by=by,
        game=game,
        data=as_bytes(record),
        idempotency_key=key,
        check=check_of(folder, record),
        endings=endings_of_sheet(game, record),
        only_from=(State.PLAYING, State.REPORTED),
        at=at,
        origin=FROM_SHEET,
    )
    carry_settlements(report)
    if folder.amendments:
        known = known_to(check_of(folder, _closed(family, replace(folder, kept_amendments=()))))
        settle_amended(report=report, known=known, because=because_of(game), at=at)
    return report


def endings_of_sheet(game: Game, record: Record) -> Endings:
    """How a game that was reported stanza by stanza ended."""
    ended = [version.received_at for version in _first_versions(game)]
    return format_named(game.event.format).ending(game.planned, record, until_moment(game), ended)


def closed_record(family: Family, game: Game) -> tuple[GameFolder, RecordDocument]:
    """The whole record of a game as it would be closed now."""
    folder = folder_of(family, game)
    return folder, _closed(family, folder)


def unamended_record(game: Game) -> tuple[RecordDocument, KeptCheck]:
    """The whole record as the table reported it, without what amends it, and what the check says of it."""
    folder = read_folder(game)
    record = _closed(folder.family, replace(folder, kept_amendments=()))
    return record, check_of(folder, record).document


def _closed(family: Family, folder: GameFolder) -> RecordDocument:
    game = folder.game
    authorised = _extrapolated(folder)
    own = [player for player in authorised if not _left_elsewhere(family, game, player)]
    return conclude(folder.record, own, _earlier(family, game, authorised))


def _extrapolated(folder: GameFolder) -> list[str]:
    """Whose score is extrapolated: as the Acting Executor authorised it, and as was decided since."""
    authorised: list[AbsentDocument] = [
        {"player": player, "extrapolate": True} for player in folder.extrapolated
    ]
    absent = amended_absent(authorised, folder.amendments)
    return [absentee["player"] for absentee in absent if absentee["extrapolate"]]


def _left_elsewhere(family: Family, game: Game, record_id: str) -> bool:
    """Whether the player's last stanza was not of this game, or he is ranked in another."""
    person_id = next(player.person_id for player in family.players_of(game) if player.record_id == record_id)
    place, ranked = family.last_stanza.get(person_id), family.ranked_in(person_id)
    return place is None or place.game_id != game.pk or ranked is None or ranked.pk != game.pk


def _earlier(family: Family, game: Game, authorised: list[str]) -> dict[str, EarlierLeaver]:
    """Those ranked here whose last stanza was of another game: they left the parent."""
    places = {
        player: family.last_stanza[player.person_id]
        for player in family.players_of(game)
        if _came_along(family, game, player)
    }
    sheets = {
        sheet.game_id: sheet
        for sheet in Sheet.objects.filter(game__in={place.game_id for place in places.values()})
    }
    return {
        player.record_id: EarlierLeaver(
            score=sheets[place.game_id].score_after(player.record_id, place.stanza),
            last_stanza_scores=tuple(sheets[place.game_id].scores_after(place.stanza).values()),
            authorised=player.record_id in authorised,
        )
        for player, place in places.items()
    }


def _came_along(family: Family, game: Game, player: GamePlayer) -> bool:
    place, ranked = family.last_stanza.get(player.person_id), family.ranked_in(player.person_id)
    return place is not None and place.game_id != game.pk and ranked is not None and ranked.pk == game.pk


def _first_versions(game: Game) -> Any:
    return game.stanza_versions.filter(version=1).order_by("number")
