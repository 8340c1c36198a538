"""What a carried motion brings: a finding, points, an adjusted score, a bar.

Invariants: findings and points are incidents of the stanza in which it happened, with the roll that voted
them; a bar reaches what `rules_engine.justice.voted_bars` lets it reach; whoever is barred from the rest of
the game leaves the table, and fewer than three end the game, its scores standing. The caller holds the locks
of the family.
Rule section: III (penalties); W-108 to W-112, readings 55 to 58 and 60.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Final

from rules_engine.justice.motions import FINDINGS, INCIDENTS
from rules_engine.justice.votes import MajorityOf, Motion
from rules_engine.table_size import FEWEST_PLAYERS
from rules_engine.whoopie.document import IncidentDocument
from sanctioning.bars.services import put_bar
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import Person
from tournaments.games.models import Game, GamePlayer
from tournaments.games.services.revisions import changed
from tournaments.hooks import BARRED_AT_TABLE
from tournaments.justice.rulings.services.amendments import StanzaChange, amend, record_changed
from tournaments.justice.votes.models import Vote
from tournaments.justice.votes.motions import REST, reach_of
from tournaments.justice.votes.services.current_players import VotersTable
from tournaments.justice.votes.services.votes import majority_of
from tournaments.tables.models.authorisation import Authorisation

ENDS: Final = "Reading 60: a bar that leaves fewer than three ends the game."


def bring_about(
    *, by: Person, at: dt.datetime, table: VotersTable, vote: Vote, roll: Mapping[str, str]
) -> None:
    """Write what was carried into the record, or impose the bar.

    Raises:
        Refusal: `bar-unreadable`.
    """
    motion = Motion(vote.motion)
    violation = vote.violation
    offenders = [offender.player for offender in violation.offenders.all()]
    if motion in FINDINGS:
        violation.found_at = at
        violation.save(update_fields=["found_at"])
    if motion in INCIDENTS:
        adds = _incidents(motion, vote, offenders, roll, majority_of(table.game, motion))
        amend(source=vote, game=table.game, changes=[StanzaChange(violation.stanza, adds=adds)], at=at)
        record_changed(
            game=table.game,
            by=_executor(table),
            at=at,
            ruling=f"Vote {vote.pk} of {table.game.name_in_records}",
            why=vote.reason,
        )
        return
    _bar(by, at, table, vote, offenders)


def _incidents(
    motion: Motion, vote: Vote, offenders: list[GamePlayer], roll: Mapping[str, str], base: MajorityOf
) -> tuple[IncidentDocument, ...]:
    """In the words of `whoopie-game/1`: one for each offender, or one for whoever was injured."""
    incident: IncidentDocument = {"kind": INCIDENTS[motion], "roll": dict(roll)}
    if vote.opened_after is not None:
        incident["voted_after"] = vote.opened_after
    if base == "cast":
        incident["majority_of"] = base
    if motion is Motion.TYPE_2_ADJUSTED_SCORE:
        assert vote.injured is not None
        return ({**incident, "player": vote.injured.record_id, "points": vote.terms["points"]},)
    if motion in FINDINGS:
        incident["grounds"] = vote.violation.kind
    else:
        incident["points"] = vote.terms["points"]
        incident["fails_bid"] = vote.terms["fails_bid"]
    return tuple({**incident, "player": player.record_id} for player in offenders)


def _bar(by: Person, at: dt.datetime, table: VotersTable, vote: Vote, offenders: list[GamePlayer]) -> None:
    last_day = vote.terms.get("last_day")
    reach = reach_of(vote, table.game)
    for offender in offenders:
        bar = put_bar(
            by=_executor(table),
            person=offender.person,
            reach=reach,
            first_day=day_of(at),
            last_day=dt.date.fromisoformat(last_day) if last_day else None,
            why=f"{vote.violation.act} Voted in {table.game}: {vote.reason}",
            at=at,
        )
        vote.bars.add(bar)
    if any(item["kind"] == REST for item in vote.terms["scope"]) and table.game.state in Game.RUNNING:
        _send_away(by, at, table, vote, offenders)


def _send_away(
    by: Person, at: dt.datetime, table: VotersTable, vote: Vote, offenders: list[GamePlayer]
) -> None:
    """The barred play the stanza to its end in which it happened, if it still runs, and no other."""
    game = table.game
    runs = vote.violation.stanza > game.stanzas_played
    last = game.stanzas_played + (1 if runs else 0)
    for offender in offenders:
        if offender.record_id in table.current:
            BARRED_AT_TABLE.only()(by=by, game=game, person=offender.person, last=last, at=at)
    goes = {player.record_id for player in offenders}
    if last and len(set(table.current) - goes) < FEWEST_PLAYERS:
        _end_game(by, at, game, last, offenders[0])
    changed(game)


def _end_game(by: Person, at: dt.datetime, game: Game, last: int, barred: GamePlayer) -> None:
    before, game.planned = game.planned, {"stanzas": last}
    game.save(update_fields=["planned"])
    Authorisation.objects.create(
        game=game,
        kind=Authorisation.Kind.PLAN,
        facts={"before": before, "after": game.planned},
        reason=ENDS,
        by=by,
        at=at,
    )
    after = {**game.planned, "barred": barred.record_id}
    note(by=by, at=at, action="change plan", thing=game, why=ENDS, before=before, after=after)


def _executor(table: VotersTable) -> Person:
    assert table.game.acting_executor is not None, "a vote is opened by him"
    return table.game.acting_executor.person
