"""What the hall says when two records are to be one person."""

from __future__ import annotations

from django.db.models import QuerySet

from sanctioning.identity import rows_of
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from tournaments.models import Entry, Game, GamePlayer
from tournaments.services.entries import GONE


def object_to_two_at_once(sender: object, *, kept: Person, merged: Person, **_: object) -> None:
    """Nobody plays twice in a game, is entered twice in an event, or rules where he plays."""
    one, other = rows_of(kept), rows_of(merged)
    game = Game.objects.filter(players__person__in=one).filter(players__person__in=other).first()
    if game is not None:
        raise Refusal(
            code="both-played",
            sentence=f"{kept.number} and {merged.number} both played in {game}.",
            rule="I/Players: a person plays once in a game.",
            remedy="They are two people; or a wrong one was seated, which is corrected in that game first.",
        )
    entered = Entry.objects.exclude(state__in=GONE).select_related("event")
    twice = entered.filter(person__in=one, event__in=entered.filter(person__in=other).values("event")).first()
    if twice is not None:
        raise Refusal(
            code="both-entered",
            sentence=f"{kept.number} and {merged.number} are both entered for {twice.event}.",
            rule="One entry a person and event.",
            remedy="Withdraw one of the two entries, then merge.",
        )
    _object_to_own_judge(one, other)


def _object_to_own_judge(*sides: QuerySet[Person]) -> None:
    for rows, others in (sides, sides[::-1]):
        played = GamePlayer.objects.filter(person__in=others).values("game")
        ruled = Game.objects.filter(acting_executor__person__in=rows, pk__in=played).first()
        if ruled is not None:
            raise Refusal(
                code="judged-the-other",
                sentence=f"One of the two was Acting Executor of {ruled}, in which the other played.",
                rule="IV, reading 73: an executor does not rule where he plays.",
                remedy="They are two people; if not, the Managing Executor has to decide on that game first.",
            )
