"""A stanza that was reported card by card, of a closed game or of one still played, for its replay.

Invariants: a closed game is shown from its current report, one still played from its sheet; a constant number
of queries. Players are named by record id, `names` gives their names.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.whoopie.document import StanzaDocument
from sanctioning.people.models.person import Person
from scoring.results.selectors.games import GameDetail, game_detail, game_record
from tournaments.events.addresses import GameLabel
from tournaments.events.selectors.events import game_at
from tournaments.formats.documents import Record
from tournaments.games.game_families import event_at_hand
from tournaments.games.models import Game
from tournaments.tables.game_folders import read_folder


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundThere:
    """A finding of the stanza, settled or not; `trick` is None where it is about no trick."""

    code: str
    severity: str
    trick: int | None
    player: str
    rule: str
    message: str
    settled: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StanzaToReplay:
    """`document` is the record of the game, `replayable` are the stanzas that have their cards."""

    game: GameDetail
    number: int
    body: StanzaDocument
    taken: dict[str, int]
    deltas: dict[str, int]
    findings: tuple[FoundThere, ...]
    names: dict[str, str]
    document: Record
    replayable: tuple[int, ...]


def stanza_to_replay(
    *, slug: str, label: GameLabel, stanza: int, asker: Person | None = None
) -> StanzaToReplay | None:
    """The stanza; None where there is none to see, or it was reported without its cards."""
    detail = game_detail(event_slug=slug, number=label.number, group=label.group, asker=asker)
    if detail is None:
        return None
    shown = _of_report(detail, label, stanza, asker) if detail.report else _of_sheet(detail, label, stanza)
    return shown if shown is not None and stanza in shown.replayable else None


def _of_report(
    detail: GameDetail, label: GameLabel, stanza: int, asker: Person | None
) -> StanzaToReplay | None:
    shown = next((view for view in detail.stanzas if view.number == stanza), None)
    document = game_record(event_slug=detail.event_slug, number=label.number, group=label.group, asker=asker)
    if shown is None or document is None:
        return None
    return StanzaToReplay(
        game=detail,
        number=stanza,
        body=shown.body,
        taken=shown.taken or {},
        deltas=shown.deltas,
        findings=tuple(
            FoundThere(
                code=finding.code,
                severity=finding.severity,
                trick=finding.trick,
                player=finding.player,
                rule=finding.rule,
                message=finding.message,
                settled=finding.reason,
            )
            for finding in detail.findings
            if finding.stanza == stanza
        ),
        names=detail.names,
        document=document,
        replayable=tuple(view.number for view in detail.stanzas if view.replayable),
    )


def _of_sheet(detail: GameDetail, label: GameLabel, stanza: int) -> StanzaToReplay | None:
    """The stanza as it stands in a game that is still played."""
    game = game_at(event_slug=detail.event_slug, number=label.number, group=label.group)
    if game is None or not _has_tricks(game):
        return None
    folder = read_folder(game, event=event_at_hand(game))
    version = folder.versions.get(stanza)
    if version is None or folder.sheet is None:
        return None
    check = folder.sheet.check_document
    return StanzaToReplay(
        game=detail,
        number=stanza,
        body=version.body,
        taken=version.outcome["taken"] or {},
        deltas=version.outcome["delta"],
        findings=tuple(
            FoundThere(
                code=finding["code"],
                severity=finding["severity"],
                trick=finding["trick"],
                player=finding["player"] or "",
                rule=finding["rule"],
                message=finding["message"],
                settled="",
            )
            for finding in check["findings"]
            if finding["stanza"] == stanza
        ),
        names=detail.names,
        document=folder.record,
        replayable=tuple(
            sorted(
                each_version.number
                for each_version in folder.versions.values()
                if each_version.body.get("tricks")
            )
        ),
    )


def _has_tricks(game: Game) -> bool:
    return game.stanza_versions.filter(body__has_key="tricks").exists()
