"""Appeals in the demo season, as they climb from office to office, and motions of the College."""

from __future__ import annotations

import datetime as dt

from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.justice.appeal_history.proceedings import game_of, proceedings_of
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.selectors.judges import members_sitting
from tournaments.justice.appeals.services.appealing import appeal, appeal_further
from tournaments.justice.appeals.services.college import answer_motion, move_decision, move_without_merit
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import keep_ruling

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)


def ruled_and_appealed(
    game: Game, section: str, what: str, reason: str, player: int, at: dt.datetime
) -> Appeal:
    """A ruling, and the appeal of one of the players, each of them on another day."""
    assert game.acting_executor is not None
    ruling = keep_ruling(
        by=game.acting_executor.person,
        game=game,
        kind=Ruling.Kind.PLAY,
        section=section,
        what=what,
        reason=reason,
        concerned=game.players.order_by("pk")[:2],
        at=at,
    )
    grounds = "I remember it otherwise, and so does the scorekeeper; the rule says something else of that."
    return appeal(by=_player(game, player), ruling=ruling, grounds=grounds, at=at + (player + 1) * DAY)


def first_ruling(event: Event) -> Ruling:
    return Ruling.objects.filter(game__event=event).order_by("pk")[0]


def climb(appeal: Appeal, offices: int, at: dt.datetime) -> None:
    """So many offices uphold it, and each time somebody takes it further."""
    game = game_of(proceedings_of(appeal).thing)
    for place in range(offices):
        step = appeal.steps.get(decision="")
        assert step.judge is not None
        reasons = "Those who sat nearest agree with the ruling, and the section is plain."
        decide(by=step.judge.person, step=step, decision="upheld", reasons=reasons, at=at + place * DAY)
        grounds = "The judge did not hear the table."
        further = at + place * DAY + HOUR
        appeal_further(by=_player(game, place + 1), appeal=appeal, grounds=grounds, at=further)


def move_in_college(appeal: Appeal, decision: str, at: dt.datetime, answers: int | None = None) -> None:
    """A member moves; so many others answer, all where no number is given."""
    mover, *others = members_sitting(proceedings_of(appeal), day_of(at))
    reasons = "Upon reading the bundle and the guiding cases."
    step = appeal.steps.get(decision="")
    motion = move_decision(by=mover.person, step=step, decision=decision, reasons=reasons, at=at)
    for member in others[: None if answers is None else answers - 1]:
        answer_motion(by=member.person, motion=motion, answer="aye", at=at + HOUR)


def find_without_merit(appeal: Appeal, at: dt.datetime) -> None:
    proceedings = proceedings_of(appeal)
    mover, *others = members_sitting(proceedings, day_of(at))
    motion = move_without_merit(
        by=mover.person,
        step=proceedings.steps[-1],
        penalty=proceedings.articles.penalties_without_merit[0],
        reasons="The same was said three times, and nothing new.",
        at=at,
    )
    for member in others:
        answer_motion(by=member.person, motion=motion, answer="aye", at=at + HOUR)


def _player(game: Game, place: int) -> Person:
    return game.players.select_related("person").order_by("pk")[place].person
