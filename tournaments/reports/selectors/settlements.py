"""What is settled of running games, and which findings of theirs wait for the Acting Executor.

Invariant: a settlement counts only while its stanza stands in the version that was settled; a constant number
of queries for any number of games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef

from sanctioning.kit.request_cache import asked_once
from tournaments.formats.format import Format
from tournaments.formats.kept_check import CalledTeam, KeptFinding
from tournaments.formats.registry import format_named
from tournaments.tables.models.sheet import Settlement, Sheet, StanzaVersion, mark_of


def standing_settlements(games: Collection[int]) -> dict[int, dict[str, Settlement]]:
    """By game and mark, what is settled of the stanzas as they stand. One query."""
    later = StanzaVersion.objects.filter(
        game=OuterRef("game"), number=OuterRef("stanza__number"), version__gt=OuterRef("stanza__version")
    )
    by_game: dict[int, dict[str, Settlement]] = defaultdict(dict)
    for settlement in Settlement.objects.filter(~Exists(later), game__in=games).select_related(
        "by", "stanza"
    ):
        by_game[settlement.game_id][settlement.mark] = settlement
    return by_game


class FindingInPlay(KeptFinding):
    """A finding of the running check with its mark, whether it blocks, and how it was settled."""

    mark: str
    blocks: bool
    settled_by: str
    settled_at: str | None
    reason: str


def with_settlements(
    played: Format, findings: Collection[KeptFinding], settled: Mapping[str, Settlement]
) -> list[FindingInPlay]:
    """Findings of the check, each with the stanza, trick and player as far as its format has them, its mark,
    whether it blocks, and how it was settled."""
    described: list[FindingInPlay] = []
    for finding in findings:
        spot = played.spot(finding)
        mark = mark_of(finding["code"], spot, finding["message"])
        known = settled.get(mark)
        described.append(
            {
                **finding,
                "stanza": spot.stanza,
                "trick": spot.trick,
                "player": spot.player or None,
                "mark": mark,
                "blocks": finding["severity"] == "error" and known is None,
                "settled_by": known.by.name if known else "",
                "settled_at": known.at.isoformat() if known else None,
                "reason": known.reason if known else "",
            }
        )
    return described


def findings_in_play(games: Collection[int]) -> dict[int, list[FindingInPlay]]:
    """By game, the findings of the running check with how they are settled. Two queries, once in a page."""
    return asked_once(("findings in play", frozenset(games)), lambda: _findings_in_play(games))


def _findings_in_play(games: Collection[int]) -> dict[int, list[FindingInPlay]]:
    settled = standing_settlements(games)
    return {
        game: with_settlements(format_named(check.format), check.findings, settled.get(game, {}))
        for game, check in _running_checks(games).items()
        if check.findings
    }


def called_in_play(games: Collection[int]) -> dict[int, Collection[CalledTeam]]:
    """By game, what its running check calls teams and players. One query, which `findings_in_play` asks."""
    return {game: check.called or () for game, check in _running_checks(games).items()}


class _RunningCheck(NamedTuple):
    format: str
    findings: Collection[KeptFinding] | None
    called: Collection[CalledTeam] | None


def _running_checks(games: Collection[int]) -> dict[int, _RunningCheck]:
    rows = Sheet.objects.filter(game__in=games).values_list(
        "game", "game__event__format", F("check_document__findings"), F("check_document__called")
    )
    question = ("running checks", frozenset(games))
    return asked_once(question, lambda: {game: _RunningCheck(*check) for game, *check in rows})
