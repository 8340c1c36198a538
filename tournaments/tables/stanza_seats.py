"""Refusing a stanza of other people than those who sit at the table.

Rule section: I (players), II (adding new players), reading 34 (walking out).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.kit.refusals import Refusal
from tournaments.tables.game_folders import GameFolder


def require_the_table(folder: GameFolder, number: int, body: Mapping[str, Any]) -> None:
    """Refuse a stanza of other people than those who sit there, and one below three players."""
    table = folder.table(number)
    if len(table) < FEWEST_PLAYERS:
        raise Refusal(
            code="too-few-players",
            sentence=_("%(count)s sit at the table; it takes %(fewest)s to play.")
            % {"count": len(table), "fewest": FEWEST_PLAYERS},
            rule="I/Players",
            remedy=_("Let somebody sit down, or close the game."),
            facts={"seated": list(table)},
        )
    results = body.get("taken", body.get("made"))
    differs = isinstance(results, dict) and set(results) != set(table)
    if differs or not same_changes(folder, number, body):
        raise Refusal(
            code="seats-differ",
            sentence=_("Different people sit at the table in stanza %(number)s: %(names)s.")
            % {"number": number, "names": ", ".join(table)},
            rule=_("II/Adding new players: coming and going is written down between stanzas."),
            remedy=_("Write down who came or left, or report the stanza for the players at the table."),
            facts={"seated": list(table)},
        )
    for stay in folder.stays:
        if stay.walked_out and stay.until == number:
            _require_failed(stay.player.record_id, body)


def same_changes(folder: GameFolder, number: int, body: Mapping[str, Any]) -> bool:
    """Whether the comings and goings that a stanza tells, if any, are those of the table."""
    leaves = {stay.player.record_id for stay in folder.stays if stay.until == number - 1}
    joins = {
        (stay.player.record_id, stay.left_of.record_id)
        for stay in folder.stays
        if stay.left_of is not None and stay.since == number
    }
    came, went = body.get("joins"), body.get("leaves")
    if came is not None:
        if not isinstance(came, list) or not all(isinstance(join, dict) for join in came):
            return False
        if {(str(join.get("player")), str(join.get("left_of"))) for join in came} != joins:
            return False
    return went is None or (isinstance(went, list) and set(map(str, went)) == leaves)


def _require_failed(player: str, body: Mapping[str, Any]) -> None:
    made = body.get("made")
    bids = {str(bid[0]): bid[1] for bid in body.get("bids", ()) if isinstance(bid, list) and len(bid) == 2}
    taken = body.get("taken")
    if (isinstance(made, dict) and made.get(player) is False) or (
        not isinstance(made, dict) and isinstance(taken, dict) and taken.get(player) != bids.get(player)
    ):
        return
    raise Refusal(
        code="walked-out-made",
        sentence=_("%(player)s walked out of this stanza, and their bid fails.") % {"player": player},
        rule="Reading 34",
        remedy=_("Report made or failed for everyone, and failed for them."),
        status=422,
        facts={"player": player},
    )
