"""Who may judge a disciplinary case: an Associate or the Managing Executor, or a member of the College, whom
nothing ties to it.

Invariant: nobody judges who played in the game, was its Acting Executor, is accused, or has a declared
conflict with somebody of that table or with the club.
Rule section: IV; W-114, reading 73 read for cases.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.identity.same_person import identity_id, same_person
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.services.conflicts import all_in_conflict
from sanctioning.people.models.person import Person
from tournaments.games.models import Game, GamePlayer

JUDGES: Final = (Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR, Office.COLLEGE)
IMPARTIAL: Final = _lazy("Nobody judges their own case.")


def possible_judges(day: dt.date) -> list[Appointment]:
    """Those who hold an office that judges, one appointment a person. One query."""
    terms = Appointment.objects.on(day).filter(office__in=JUDGES).select_related("person__merged_into")
    return list(
        {term.person.identity.pk: term for term in terms.order_by("person__family_name", "-id")}.values()
    )


def free_judges(*, game: Game, against: Person, day: dt.date) -> list[Appointment]:
    """Those whom nothing ties to the case. Five queries.

    Raises:
        Refusal: `judge-accused`, `judge-conflicted`, `judge-played`, `judge-ruled`, `no-judge`.
    """
    ties = _ties(game, against, day)
    return [term for term in possible_judges(day) if _obstacle(term, ties, day) is None]


def require_free(judge: Appointment, *, game: Game, against: Person, day: dt.date) -> None:
    obstacle = _obstacle(judge, _ties(game, against, day), day)
    if obstacle is not None:
        raise obstacle


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ties:
    """Who is tied to a case, by identity, but for whom its game and the accused tell."""

    game: Game
    against: Person
    played: frozenset[int]
    in_conflict: frozenset[int]


def _ties(game: Game, against: Person, day: dt.date) -> _Ties:
    """Four queries."""
    family = Game.objects.filter(event=game.event_id, number=game.number)
    players = list(GamePlayer.objects.filter(game__in=family).select_related("person"))
    table = [player.person for player in players if player.game_id == game.pk]
    return _Ties(
        game=game,
        against=against,
        played=frozenset(identity_id(player.person) for player in players),
        in_conflict=all_in_conflict(day, [*table, against], game.event.club),
    )


def _obstacle(judge: Appointment, ties: _Ties, day: dt.date) -> Refusal | None:
    """What keeps somebody from judging."""
    name, identity = judge.person.identity.name, identity_id(judge.person)
    if judge.office not in JUDGES or not judge.runs_on(day):
        return _not("no-judge", _("%(name)s holds no office that judges a case.") % {"name": name})
    if same_person(judge.person, ties.against):
        return _not("judge-accused", _("%(name)s is the accused.") % {"name": name})
    if identity in ties.played:
        return _not("judge-played", _("%(name)s played in that game.") % {"name": name})
    executor = ties.game.acting_executor
    if executor is not None and same_person(executor.person, judge.person):
        return _not("judge-ruled", _("%(name)s was Acting Executor of that game.") % {"name": name})
    if identity in ties.in_conflict:
        return _not("judge-conflicted", _("%(name)s has a declared conflict here.") % {"name": name})
    return None


def _not(code: str, sentence: str) -> Refusal:
    return Refusal(
        code=code, sentence=sentence, rule=str(IMPARTIAL), remedy=_("Choose another judge."), status=409
    )
