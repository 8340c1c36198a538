"""Settling findings while a game is played, and carrying what was settled into its report.

Invariants: a settlement is tied to the version of the stanza that the Acting Executor looked at; once that
stanza is corrected it holds no more and what the new check finds is settled afresh; nothing of it is deleted.
Rule section: IV (interprets and administers the rules of his game).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.formats.format import StanzaSpot
from tournaments.formats.kept_check import KeptFinding
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game, require_state
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import keep_ruling
from tournaments.reports.models.report import Report, ReportFinding
from tournaments.reports.permissions import may_settle
from tournaments.reports.selectors.settlements import standing_settlements
from tournaments.tables.models.sheet import Settlement, Sheet, StanzaVersion, mark_of

PLAYED: Final = (Game.State.PLAYING, Game.State.SPLITTING)


@transaction.atomic
def settle_in_play(
    *, by: Person, game: Game, mark: str, reason: str, at: dt.datetime | None = None
) -> Settlement:
    """Let a finding of the running check stand, for a reason that goes into the report with it.

    Raises:
        Refusal: `finding-gone`, `finding-settled`, `game-state`, `not-allowed`, `reason-missing` and what
            `keep_ruling_on` raises.
    """
    at = moment(at)
    game = locked_game(game.pk)
    require_may_settle(by=by, game=game, at=at)
    reason = reason_to_settle(reason)
    require_state(
        game,
        PLAYED,
        rule=_("Findings of the running check are settled while the game is played."),
        remedy=_("Settle what is left in its report on the game's page."),
    )
    finding, spot = _found(game, mark)
    if mark in standing_settlements([game.pk]).get(game.pk, {}):
        raise Refusal(
            code="finding-settled",
            sentence=_("This finding has already been settled."),
            rule=_("A finding is settled once."),
            remedy=_("Look at the table as it is now. The reason is next to the finding."),
        )
    settlement = keep_settlement(by=by, game=game, finding=finding, spot=spot, reason=reason, at=at)
    keep_ruling_on(by=by, game=game, finding=finding, spot=spot, reason=reason, at=at)
    return settlement


def keep_ruling_on(
    *, by: Person, game: Game, finding: KeptFinding, spot: StanzaSpot, reason: str, at: dt.datetime
) -> Ruling:
    """That a finding stands is a ruling, told to the player whom it names.

    Raises:
        Refusal: what `keep_ruling` raises.
    """
    return keep_ruling(
        by=by,
        game=game,
        kind=Ruling.Kind.FINDING,
        section=finding["rule"],
        what=finding["message"],
        reason=reason,
        stanza=spot.stanza,
        trick=spot.trick,
        facts={"code": finding["code"]},
        concerned=game.players.filter(record_id=spot.player).select_related("person"),
        at=at,
    )


def keep_settlement(
    *, by: Person, game: Game, finding: KeptFinding, spot: StanzaSpot, reason: str, at: dt.datetime
) -> Settlement:
    """Write down what was settled of a locked game that is reported stanza by stanza."""
    settlement = Settlement.objects.create(
        game=game,
        stanza=_version(game, spot.stanza),
        mark=mark_of(finding["code"], spot, finding["message"]),
        finding=dict(finding),
        reason=reason,
        by=by,
        at=at,
    )
    after = {"code": finding["code"], "stanza": spot.stanza, "mark": settlement.mark}
    note(by=by, at=at, action="settle finding in play", thing=game, why=settlement.reason, after=after)
    return settlement


def carry_settlements(report: Report) -> None:
    """Settle in a new report what was settled of the same stanzas as they stand."""
    settled = standing_settlements([report.game_id]).get(report.game_id, {})
    if not settled:
        return
    carried: list[ReportFinding] = []
    for finding in report.findings.all():
        known = settled.get(mark_of(finding.code, finding.spot, finding.message))
        if known is not None:
            finding.settled_by, finding.settled_at, finding.reason = known.by, known.at, known.reason
            carried.append(finding)
    ReportFinding.objects.bulk_update(carried, ["settled_by", "settled_at", "reason"])


def facts_of(finding: ReportFinding) -> KeptFinding:
    """The finding of a report as the check says it."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "stanza": finding.stanza,
        "trick": finding.trick,
        "player": finding.player,
        "rule": finding.rule,
        "message": finding.message,
    }


def require_may_settle(*, by: Person, game: Game, at: dt.datetime) -> None:
    """The game's Acting Executor settles its findings.

    Raises:
        Refusal: `not-allowed`.
    """
    require(
        may_settle(by, day_of(at), game),
        what=_("settle findings of this game"),
        who=_("its Acting Executor"),
        rule="IV",
    )


def reason_to_settle(reason: str) -> str:
    """Why the result may stand, without blanks around it.

    Raises:
        Refusal: `reason-missing`.
    """
    return require_reason(
        reason, _("A finding is settled with a reason."), remedy=_("Write why the result is acceptable.")
    )


def _found(game: Game, mark: str) -> tuple[KeptFinding, StanzaSpot]:
    """The finding of the running check with that mark, and where it is."""
    played = format_named(game.event.format)
    sheet = Sheet.objects.filter(game=game).first()
    findings: Sequence[KeptFinding] = sheet.check_document["findings"] if sheet else ()
    for finding in findings:
        spot = played.spot(finding)
        if mark_of(finding["code"], spot, finding["message"]) == mark:
            return finding, spot
    raise Refusal(
        code="finding-gone",
        sentence=_("The check no longer finds this, because its stanza was corrected."),
        rule=_("Only findings of the check can be settled."),
        remedy=_("Look at the table as it is now."),
    )


def _version(game: Game, stanza: int | None) -> StanzaVersion | None:
    """The version of a stanza that stands."""
    if stanza is None:
        return None
    return game.stanza_versions.filter(number=stanza).order_by("-version").first()
