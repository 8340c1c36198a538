"""The particulars of a Letter: the facts of the vote from which it came, drafted once and frozen.

Purpose: what the players lay before the authority stands in the Letter itself, in words that need no other
record, so that it says the same when games, offices and names have long changed.
Invariants: plain data (`Letter.particulars`), read back as it was written; the names are those of the day.
Rule section: III, "Penalties" (a Letter of Particulars and Complaint); W-113.
Terms: as in `tournaments.models.vote`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.models import Voter
from tournaments.models.vote import Violation, Vote

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLine:
    number: str
    name: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """`played_on` and `closed_on` are days where the event is held, as programs write them; `barred_until` is
    the last day of the bar, empty where the motion named none."""

    against_number: str
    against: str
    event: str
    event_slug: str
    club: str
    place: str
    game: str
    game_path: str
    played_on: str
    sanction: str
    level: str
    acting_executor: str
    violation: str
    stanza: int
    act: str
    charged_by: str
    motion: str
    barred_from: tuple[str, ...]
    barred_until: str
    closed_on: str
    roll: tuple[RollLine, ...]
    secret: bool
    result: str

    @property
    def played(self) -> dt.date:
        return dt.date.fromisoformat(self.played_on)

    @property
    def until(self) -> dt.date | None:
        return dt.date.fromisoformat(self.barred_until) if self.barred_until else None

    @property
    def closed(self) -> dt.date:
        return dt.date.fromisoformat(self.closed_on)


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
        barred_from=tuple(_scope(one) for one in vote.terms.get("scope", ())),
        barred_until=str(vote.terms.get("last_day") or ""),
        closed_on=event.local_day(vote.closed_at).isoformat(),
        roll=tuple(_line(one, vote) for one in vote.roll.select_related("player__person__merged_into")),
        secret=vote.secret,
        result=f"{vote.ayes} of {vote.electorate} non-offending players; {vote.needed} were needed: carried",
    )


def as_data(particulars: Particulars) -> dict[str, Any]:
    return asdict(particulars)


def read(data: Mapping[str, Any]) -> Particulars:
    said = {**data, "roll": tuple(RollLine(**one) for one in data["roll"])}
    return Particulars(**{**said, "barred_from": tuple(data["barred_from"])})


def _charged_by(violation: Violation) -> str:
    return violation.charged_by.person.identity.name if violation.charged_by else ""


def _scope(target: Any) -> str:
    """One target of the motion, as `rules_engine.bars.Target` has it."""
    kind, which = target["kind"], str(target.get("id", ""))
    words = SCOPES.get(kind, kind)
    return words if kind == "rest-of-game" or not which else f"{words} {which}"


def _line(voter: Voter, vote: Vote) -> RollLine:
    """Where all said aye, a secret vote hides nothing of who did."""
    person = voter.player.person.identity
    answer = Voter.Answer.AYE if vote.carried and vote.secret else voter.answer
    return RollLine(number=person.number, name=person.name, answer=answer or "absent")
