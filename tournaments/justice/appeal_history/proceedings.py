"""What is appealed: a ruling or a vote, its game, its players and its course so far.

Invariant: one reading of an appeal for services, pages and programs; what follows from its decisions is said
by `rules_engine.justice.appeal_course`.
Terms: matter (a ruling or a vote, as the ladder takes it), party (a participating player, leavers too: each
may take a step, reading 71).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from rules_engine.justice import appeals as ladder
from rules_engine.justice.appeal_course import AppealCourse, DecidedStep, course, may_send_back
from rules_engine.justice.appeal_decisions import Decision
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import day_of
from sanctioning.kit.request_cache import asked_once
from sanctioning.law.articles import ReadArticles, read_articles
from sanctioning.people.models.person import Person
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Violation, Vote

OFFICES: dict[str, ladder.Office] = {office: office for office in ladder.OFFICES}
DECISIONS: dict[str, Decision] = {
    "upheld": "upheld",
    "varied": "varied",
    "overturned": "overturned",
    "sent-back": "sent-back",
}
OF_GAME = ("event__club", "event__sanction__articles", "acting_executor__person")
WITH_MATTER = (
    "appellant__person",
    "ruling__by__person",
    *(f"ruling__game__{path}" for path in OF_GAME),
    *(f"vote__violation__game__{path}" for path in OF_GAME),
)


def matter_of(thing: Ruling | Vote) -> ladder.Matter:
    if isinstance(thing, Ruling):
        return "ruling"
    chaotic = thing.violation.kind == Violation.Kind.CHAOTIC_ACTION
    return "chaotic-action" if chaotic else "other-type-2-vote"


def appealed(appeal: Appeal) -> Ruling | Vote:
    thing = appeal.ruling or appeal.vote
    assert thing is not None
    return thing


def game_of(thing: Ruling | Vote) -> Game:
    return thing.game if isinstance(thing, Ruling) else thing.violation.game


def decided_on(thing: Ruling | Vote) -> dt.date:
    """The day from which the time to appeal runs."""
    at = thing.at if isinstance(thing, Ruling) else thing.closed_at
    assert at is not None
    return day_of(at)


def course_of(appeal: Appeal, steps: Iterable[AppealStep]) -> AppealCourse:
    return course(matter_of(appealed(appeal)), taken(steps))


def taken(steps: Iterable[AppealStep]) -> list[DecidedStep]:
    """The steps that were decided, in their order."""
    return [DecidedStep(OFFICES[step.office], DECISIONS[step.decision]) for step in steps if step.decision]


def articles_of(game: Game) -> ReadArticles:
    """The Articles of the event's sanction, which set the terms of its appeals."""
    sanction = game.event.sanction
    assert sanction is not None
    assert sanction.articles is not None
    return read_articles(sanction.articles.body)


def player_of(person: Person, game: Game) -> GamePlayer | None:
    """As whom the person took part in the game."""
    return game.players.filter(person__in=rows_of(person)).order_by("pk").first()


@dataclass(frozen=True)
class Proceedings:
    """An appeal with all that was taken and decided; `steps` in their order."""

    appeal: Appeal
    thing: Ruling | Vote
    game: Game
    steps: tuple[AppealStep, ...]

    @property
    def matter(self) -> ladder.Matter:
        return matter_of(self.thing)

    @property
    def ruling(self) -> Ruling | None:
        return self.thing if isinstance(self.thing, Ruling) else None

    @property
    def course(self) -> AppealCourse:
        return course(self.matter, taken(self.steps))

    @property
    def waiting(self) -> AppealStep | None:
        """The step that somebody has to decide now."""
        return next((step for step in self.steps if step.waits), None)

    @property
    def decided_steps(self) -> tuple[AppealStep, ...]:
        """In the order in which `Course` counts them."""
        return tuple(step for step in self.steps if step.decision)

    @property
    def decided(self) -> AppealStep | None:
        """The step that was decided last."""
        return next((step for step in reversed(self.steps) if step.decision), None)

    @property
    def may_send_back(self) -> bool:
        return may_send_back(self.matter, self.course)

    @property
    def articles(self) -> ReadArticles:
        return articles_of(self.game)


def proceedings_to_read(appeal: Appeal) -> Proceedings:
    """The same for what only reads: once in a page."""
    return asked_once(("proceedings", appeal.pk), lambda: proceedings_of(appeal))


def proceedings_of(appeal: Appeal) -> Proceedings:
    """The appeal as it stands. Two queries."""
    return _proceedings(Appeal.objects.select_related(*WITH_MATTER).get(pk=appeal.pk))


def proceedings_numbered(number: int) -> Proceedings | None:
    """The same by the appeal's number, once in a page; None for a number that none has."""
    appeal = Appeal.objects.select_related(*WITH_MATTER).filter(number=number).first()
    return asked_once(("proceedings", appeal.pk), lambda: _proceedings(appeal)) if appeal else None


def _proceedings(this_appeal: Appeal) -> Proceedings:
    steps = this_appeal.steps.select_related("judge__person", "taken_by__person", "decided_by").order_by(
        "place"
    )
    thing = appealed(this_appeal)
    return Proceedings(this_appeal, thing, game_of(thing), tuple(steps))
