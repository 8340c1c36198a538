"""What the votes of a table decided, for the table itself.

Invariants: for the pad and the page of the table, whose reader the caller has checked; only what is public at
the table: no roll, and nobody's answer.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import F
from django.utils.translation import gettext as _

from rules_engine.justice.votes import Motion
from sanctioning.kit.prepared_queries import Prepared
from tournaments.games.models import Game
from tournaments.justice.votes.models import Vote
from tournaments.justice.votes.selectors.votes import names_in
from tournaments.justice.votes.words import moved_words

LATEST: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedVote:
    """What a closed vote decided, for the table that voted; `said` says how it ended and what follows."""

    number: int
    what: str
    stanza: int
    offenders: tuple[str, ...]
    carried: bool
    said: tuple[str, ...]
    closed_at: dt.datetime


def decided_votes(*, game: Game, names: Mapping[str, str]) -> tuple[DecidedVote, ...]:
    """For the table itself, whose votes they were: the latest that closed. `names` are its players' by record
    id. One query, up to four where somebody was barred from something by its name."""
    offenders: dict[int, dict[str, None]] = {}
    votes: dict[int, Vote] = {}
    for vote in _CLOSED(game.pk):
        votes[vote.pk] = vote
        accused: str = vote.accused  # type: ignore[attr-defined]
        offenders.setdefault(vote.pk, {})[names.get(accused, accused)] = None
    latest = list(votes.values())[:LATEST]
    barred_from = names_in([vote for vote in latest if vote.carried])
    return tuple(_decided(vote, tuple(offenders[vote.pk]), names, barred_from) for vote in latest)


def _decided(
    vote: Vote, offenders: tuple[str, ...], names: Mapping[str, str], barred_from: Mapping[str, str]
) -> DecidedVote:
    injured: str = vote.hurt or ""  # type: ignore[attr-defined]
    moved = moved_words(
        Motion(vote.motion), vote.terms, injured=names.get(injured, injured), names=barred_from
    )
    assert vote.closed_at is not None
    return DecidedVote(
        number=vote.pk,
        what=vote.get_motion_display(),
        stanza=vote.violation.stanza,
        offenders=offenders,
        carried=bool(vote.carried),
        said=(_("Carried."), *moved) if vote.carried else (_("Not carried."),),
        closed_at=vote.closed_at,
    )


_CLOSED = Prepared(
    lambda game: (
        Vote.objects.filter(violation__game=game, state=Vote.State.CLOSED)
        .select_related("violation")
        .annotate(accused=F("violation__offenders__player__record_id"), hurt=F("injured__record_id"))
        .order_by("-closed_at", "-pk", "violation__offenders")
    )
)
"""A row for each of the accused."""
