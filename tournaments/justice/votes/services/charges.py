"""Charging a violation of the spirit of the game.

Invariants: in a sanctioned game a player who sits at the table charges; a charge names what was done, in
which stanza and by whom, and costs nothing by itself; sent twice it is one. Improper information is no
charge but a ruling.
Rule section: III; W-98 to W-103, readings 45, 46, 48 and 49.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.justice.motions import OBSTACLES
from rules_engine.whoopie.rulings.information import RULE as INFORMATION
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_words
from sanctioning.people.models.person import Person
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.reported_stanzas import reported_stanzas, stanzas_begun
from tournaments.justice.votes.models import Offender, Violation
from tournaments.justice.votes.notifications import tell_of_charge
from tournaments.justice.votes.services.current_players import RULE, VotersTable, locked_table
from tournaments.justice.votes.words import obstacle_words

Kind = Violation.Kind
CHARGED: Final = (Kind.INTENTIONAL_REVOKE, Kind.CHAOTIC_ACTION)


@looks_again
def charge(
    *,
    by: Person,
    game: Game,
    kind: str,
    stanza: int | None,
    act: str,
    offenders: Sequence[str],
    for_player: str = "",
    key: str = "",
    at: dt.datetime | None = None,
) -> Violation:
    """Say that somebody broke the spirit of the game: `act` is what was done, `offenders` record ids.

    `for_player` is the one who charges where the Acting Executor writes it down for him.

    Raises:
        Refusal: `act-missing`, `no-such-stanza`, `not-allowed`, `offenders-missing`, `player-not-in-game`,
            `ruled-not-charged`, `violation-kind`.
    """
    at = moment(at)
    table = locked_table(game)
    speaker = table.speaker(by, for_player, at, what=_("charge a violation at this table"))
    before = Violation.objects.filter(key=key, game=table.game).first() if key else None
    if before is not None:
        return before
    _require_chargeable(table, speaker, kind)
    accused = _accused(table, offenders)
    violation = Violation.objects.create(
        game=table.game,
        kind=kind,
        stanza=_stanza(table, stanza),
        act=require_words(act, "act-missing", _("A charge says what was done.")),
        charged_by=speaker,
        at=at,
        key=key,
    )
    Offender.objects.bulk_create(Offender(violation=violation, player=player) for player in accused)
    after = {"kind": kind, "stanza": violation.stanza, "offenders": [player.record_id for player in accused]}
    entry = note(by=by, at=at, action="charge violation", thing=violation, why=violation.act, after=after)
    tell_of_charge(by=by, at=at, violation=violation, offenders=accused, entry=entry)
    return violation


def _require_chargeable(table: VotersTable, speaker: GamePlayer, kind: str) -> None:
    if kind == Kind.IMPROPER_INFORMATION:
        raise Refusal(
            code="ruled-not-charged",
            sentence=_("Improper information is found by the Acting Executor, not by a vote."),
            rule=INFORMATION,
            remedy=_("Call the Acting Executor to the table, who rules on it."),
            status=422,
        )
    if kind not in CHARGED:
        raise Refusal(
            code="violation-kind",
            sentence=_("A charge says which violation it is."),
            rule="III",
            remedy=_("Choose an intentional revoke or a chaotic action."),
            status=422,
            facts={"kinds": list(CHARGED)},
        )
    for code, stands in (
        ("not-sanctioned", not table.sanctioned),
        ("final-sheet-confirmed", table.is_over),
        ("not-a-current-player", speaker.record_id not in table.current),
    ):
        if stands:
            raise Refusal(
                code=code,
                sentence=obstacle_words(code),
                rule=OBSTACLES[code][0],
                remedy=_("Nothing can be charged at this table. Write to the authority about what happened."),
            )


def _accused(table: VotersTable, offenders: Sequence[str]) -> list[GamePlayer]:
    accused = [table.player(record_id) for record_id in dict.fromkeys(offenders)]
    if accused:
        return accused
    raise Refusal(
        code="offenders-missing",
        sentence=_("A charge names the person who did it."),
        rule="III",
        remedy=_("Choose one player or more."),
        status=422,
    )


def stanzas_to_charge(game: Game) -> list[int]:
    return sorted(stanzas_begun(game, reported_stanzas(game)))


def _stanza(table: VotersTable, stanza: int | None) -> int:
    known = stanzas_to_charge(table.game)
    if stanza is not None and stanza in known:
        return stanza
    raise Refusal(
        code="no-such-stanza",
        sentence=_("A charge names the stanza in which it happened."),
        rule=RULE,
        remedy=_("Name a stanza that was played, or the current one."),
        status=422,
        facts={"stanzas": known},
    )
