"""What a record must be to be taken for a game, beside what stands of it.

Rule section: I (players), reading 10 (the end is set before the first deal).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from tournaments.formats.documents import Record
from tournaments.formats.format import FormatCheck
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.reports.models.report import Report

BEGINNING: Final = ("seats", "draw", "first_dealer", "planned")


def require_no_other_way(game: Game) -> None:
    """Refuse a whole record where tables report piece by piece.

    Raises:
        Refusal: `reported-by-slips`, `reported-by-stanzas`.
    """
    if game.stanzas_played:
        raise Refusal(
            code="reported-by-stanzas",
            sentence=_("This game is reported stanza by stanza."),
            rule=_("A game has one sheet."),
            remedy=_("Correct the stanza that is wrong. Closing the game makes the whole record."),
        )
    if game.state == Game.State.PLAYING and format_named(game.event.format).hands_in_slips:
        raise Refusal(
            code="reported-by-slips",
            sentence=_("The tables of this event hand in slips."),
            rule=_("An event has one record, made from its slips when it is closed."),
            remedy=_(
                "Hand in the slips that are missing, or close the event; then its record can be corrected."
            ),
        )


def require_reason_to_differ(game: Game, standing: Report, record: Record, reason: str) -> None:
    """A record in the place of another says why, unless it only goes on after what that one tells.

    Raises:
        Refusal: `reason-missing`.
    """
    if format_named(game.event.format).hands_in_slips:
        require_reason(
            reason,
            _("There is already a record of the event, made from what its tables handed in."),
            rule=_("The record of an event is corrected with a reason."),
            remedy=_("Send it again where the game is reported, and write what was wrong."),
            field="reason",
        )
    elif not _goes_on(json.loads(bytes(standing.record)), record):
        require_reason(
            reason,
            _("This game is already reported, and the record tells it differently."),
            rule=_("A correction needs a reason; what only goes on after the last stanza does not."),
            remedy=_("Compare it with what was reported. If yours is right, say what was wrong."),
            field="reason",
        )


def _goes_on(before: Record, record: Record) -> bool:
    """Whether a record tells all that one tells that was sent before, and perhaps further stanzas."""
    told, now = before["stanzas"], record["stanzas"]
    begins_alike = all(before.get(field) == record.get(field) for field in BEGINNING)
    return begins_alike and bool(now[: len(told)] == told)


def require_same_game(game: Game, check: FormatCheck) -> None:
    """Refuse a record of other people, or with another plan.

    Raises:
        Refusal: `plan-differs`, `player-not-in-game`.
    """
    known = set(game.players.values_list("record_id", flat=True))
    strangers = [player for player in check.players if player not in known]
    if strangers:
        raise not_in_game(strangers)
    require_same_plan(game, check)


def not_in_game(strangers: Sequence[str]) -> Refusal:
    return Refusal(
        code="player-not-in-game",
        sentence=_("Not seated in this game: %(names)s.") % {"names": ", ".join(strangers)},
        rule="I/Players",
        remedy=_("Correct the names in the record, or have the players seated first."),
        facts={"players": list(strangers)},
    )


def require_same_plan(game: Game, check: FormatCheck) -> None:
    """Refuse a record that tells another end than was planned.

    Raises:
        Refusal: `plan-differs`.
    """
    if check.planned is not None and dict(check.planned) != game.planned:
        raise Refusal(
            code="plan-differs",
            sentence=_(
                "The record gives a different end of the game from the one set before the first deal."
            ),
            rule="Reading 10",
            remedy=_("Correct it in the record, or ask the Acting Executor for a ruling."),
        )
