"""Settling findings: the Acting Executor answers for an error that stands.

Rule section: IV (interprets and administers the rules of his game).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game, require_state
from tournaments.reports.models.report import ReportFinding
from tournaments.reports.services.settlements import (
    facts_of,
    keep_ruling_on,
    keep_settlement,
    reason_to_settle,
    require_may_settle,
)


@transaction.atomic
def settle_finding(
    *, by: Person, finding: ReportFinding, reason: str, at: dt.datetime | None = None
) -> ReportFinding:
    """Let the game go on with a finding of the current report, for a reason that stays beside it.

    Raises:
        Refusal: `finding-settled`, `game-state`, `not-allowed`, `reason-missing` and what `keep_ruling_on`
            raises.
    """
    at = moment(at)
    game = locked_game(finding.report.game_id)
    require_may_settle(by=by, game=game, at=at)
    reason = reason_to_settle(reason)
    require_state(
        game,
        (Game.State.REPORTED,),
        rule=_("Findings are settled before the final sheet is confirmed."),
        remedy=_("A certified result changes only by a ruling or an appeal."),
    )
    settled = ReportFinding.objects.filter(
        pk=finding.pk, settled_at__isnull=True, report__current=True
    ).update(settled_by=by, settled_at=at, reason=reason)
    if not settled:
        raise Refusal(
            code="finding-settled",
            sentence=_("This finding has already been settled, or belongs to an earlier report."),
            rule=_("A finding is settled once."),
            remedy=_("Look at the current report."),
        )
    finding.refresh_from_db()
    if game.stanzas_played and finding.stanza is not None:
        keep_settlement(by=by, game=game, finding=facts_of(finding), spot=finding.spot, reason=reason, at=at)
    keep_ruling_on(by=by, game=game, finding=facts_of(finding), spot=finding.spot, reason=reason, at=at)
    note(by=by, at=at, action="settle finding", thing=finding, why=reason, after={"code": finding.code})
    return finding
