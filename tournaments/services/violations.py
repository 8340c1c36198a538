"""Charging a violation of the spirit of the game.

Invariants: in a sanctioned game a player who sits at the table charges; a charge names what was done, in
which stanza and by whom, and costs nothing by itself; sent twice it is one. Improper information is no
charge but a ruling: its third act in a game is type 2 by itself, without a finding by vote.
Rule section: III; W-98 to W-103, readings 45, 46, 48 and 49.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from rules_engine.motions import FINDINGS, OBSTACLES
from rules_engine.whoopie.rulings.information import RULE as INFORMATION
from sanctioning.clock import moment
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from sanctioning.services.typed import said
from tournaments.models import Amendment, Game, GamePlayer, Offender, Violation
from tournaments.reported import reported_stanzas
from tournaments.services.current_players import RULE, Table, locked_table
from tournaments.services.vote_news import tell_of_charge
from tournaments.vote_words import obstacle_words

Kind = Violation.Kind
RUNNING: Final = (Game.State.OPEN, Game.State.PLAYING)
CHARGED: Final = (Kind.INTENTIONAL_REVOKE, Kind.CHAOTIC_ACTION)


@transaction.atomic
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
        act=said(act, "act-missing", _("A charge says what was done.")),
        charged_by=speaker,
        at=at,
        key=key,
    )
    Offender.objects.bulk_create(Offender(violation=violation, player=player) for player in accused)
    after = {"kind": kind, "stanza": violation.stanza, "offenders": [one.record_id for one in accused]}
    entry = note(by=by, at=at, action="charge violation", thing=violation, why=violation.act, after=after)
    tell_of_charge(by=by, at=at, violation=violation, offenders=accused, entry=entry)
    return violation


def is_found(violation: Violation) -> bool:
    """Whether type 2 was found, and what found it still stands: a vote, a ruling, or a decision on either."""
    if violation.found_at is None:
        return False
    ruling = violation.ruling_id
    found = Q(vote__violation=violation, vote__motion__in=FINDINGS)
    found |= Q(step__appeal__vote__violation=violation, step__appeal__vote__motion__in=FINDINGS)
    if ruling is not None:
        found |= Q(ruling=ruling) | Q(step__appeal__ruling=ruling)
    return Amendment.objects.standing().filter(found).exists()


def _require_chargeable(table: Table, speaker: GamePlayer, kind: str) -> None:
    if kind == Kind.IMPROPER_INFORMATION:
        raise Refusal(
            code="ruled-not-charged",
            sentence=_("Improper information is found by the Acting Executor, not by a vote."),
            rule=INFORMATION,
            remedy=_("Call the Acting Executor to the table; he rules on it."),
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
                remedy=_("Nothing can be charged at this table; write to the authority of what happened."),
            )


def _accused(table: Table, offenders: Sequence[str]) -> list[GamePlayer]:
    accused = [table.player(one) for one in dict.fromkeys(offenders)]
    if accused:
        return accused
    raise Refusal(
        code="offenders-missing",
        sentence=_("A charge names whoever did it."),
        rule="III",
        remedy=_("Choose one player or more."),
        status=422,
    )


def stanzas_to_charge(game: Game) -> list[int]:
    """Stanzas in which something can have happened: those reported, and the one that runs."""
    known = set(reported_stanzas(game))
    if game.state in RUNNING:
        known.add(game.stanzas_played + 1)
    return sorted(known)


def _stanza(table: Table, stanza: int | None) -> int:
    known = stanzas_to_charge(table.game)
    if stanza is not None and stanza in known:
        return stanza
    raise Refusal(
        code="no-such-stanza",
        sentence=_("A charge names the stanza in which it happened."),
        rule=RULE,
        remedy=_("Name a stanza that was played, or the one that runs."),
        status=422,
        facts={"stanzas": known},
    )
