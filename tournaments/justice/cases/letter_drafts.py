"""A Letter drafted from the vote from which it comes: its particulars, filled in.

Rule section: III, "Penalties" (a Letter of Particulars and Complaint); W-113.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.justice.cases.particulars import Particulars, RollLine
from tournaments.justice.votes.models import Violation, Vote, Voter

# How papers, which are the same in every language, name what a bar takes in.
SCOPES: Mapping[str, str] = {
    "rest-of-game": "the rest of this game",
    "game": "the game",
    "playoff": "the playoff",
    "special-event": "the special event",
}
ACTS: Mapping[str, str] = {
    "improper-information": "improper information",
    "intentional-revoke": "an intentional revoke",
    "chaotic-action": "a chaotic action",
}


def drafted(vote: Vote, against: Any) -> Particulars:
    """The facts of a closed vote about one offender. Reads the roll and whoever charged."""
    violation = vote.violation
    game, event = violation.game, violation.game.event
    sanction = event.sanction
    executor = game.acting_executor
    assert vote.closed_at is not None
    return Particulars(
        against_number=against.number,
        against=against.name,
        event=event.name,
        event_slug=event.slug,
        club=event.club.name,
        place=event.place,
        game=game.label,
        game_path=f"{game.number}{game.group}",
        played_on=event.local_day(game.starts_at).isoformat(),
        sanction=sanction.label if sanction else "",
        level=sanction.level.name if sanction else "",
        acting_executor=executor.person.name if executor else "",
        violation=ACTS[violation.kind],
        stanza=violation.stanza,
        act=violation.act,
        charged_by=_charged_by(violation),
        motion="a bar that also reaches the playoffs of this sanction",
        barred_from=tuple(_scope(item) for item in vote.terms.get("scope", ())),
        barred_until=str(vote.terms.get("last_day") or ""),
        closed_on=event.local_day(vote.closed_at).isoformat(),
        roll=tuple(_line(voter, vote) for voter in vote.roll.select_related("player__person__merged_into")),
        secret=vote.secret,
        result=f"{vote.ayes} of {vote.electorate} non-offending players; {vote.needed} were needed: carried",
    )


def _charged_by(violation: Violation) -> str:
    return violation.charged_by.person.identity.name if violation.charged_by else ""


def _scope(target: Any) -> str:
    """One target of the motion, as `rules_engine.justice.voted_bars.VotedTarget` has it."""
    kind, which = target["kind"], str(target.get("id", ""))
    words = SCOPES.get(kind, kind)
    return words if kind == "rest-of-game" or not which else f"{words} {which}"


def _line(voter: Voter, vote: Vote) -> RollLine:
    """Where all said aye, a secret vote hides nothing of who did."""
    person = voter.player.person.identity
    answer = Voter.Answer.AYE if vote.carried and vote.secret else voter.answer
    return RollLine(number=person.number, name=person.name, answer=answer or "absent")
