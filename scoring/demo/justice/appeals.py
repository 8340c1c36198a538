"""Appeals in the demo season: one before each office, one overdue, one found without merit by the College."""

from __future__ import annotations

import datetime as dt
from typing import Final

from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.justice.appeal_history.dockets import docket_of, game_of
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.selectors.judges import members_sitting
from tournaments.justice.appeals.services.appealing import appeal, appeal_further
from tournaments.justice.appeals.services.college import answer_motion, move_decision, move_without_merit
from tournaments.justice.appeals.services.deciding import decide
from tournaments.justice.appeals.services.statements import state
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import keep_ruling

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)
PLAYOFF, FAMILY = "Series Playoff and Consolation 2026", "Wetherby Long Table 2026"
MATTERS: Final = (
    (
        "II/Cards played out of turn",
        "A card was led before the last trick was turned, and two had followed.",
        "Two players had followed: the lead stands, and costs nothing.",
    ),
    (
        "II/Penalty Cards",
        "Two cards fell together, and it was asked which of them is the older.",
        "Of two cards shown at one moment the lower one is the older.",
    ),
    (
        "II/Changing bids",
        "“Three, no, four” was said without drawing breath.",
        "It was said in the same breath: the last number counts.",
    ),
    (
        "I/Bidding",
        "The dealer bid what makes the bids add up to the tricks.",
        "The dealer has to bid another number.",
    ),
)


def appeal_everywhere() -> None:
    """The offices are filled; everything happens at moments of its own in the last weeks of the season."""
    game = Event.objects.get(name=PLAYOFF).games.filter(state=Game.State.REPORTED).order_by("-number")[0]
    begun = game.starts_at + 4 * HOUR
    appeals = [
        _appealed(_ruled(game, matter, begun), player, begun + (player + 1) * DAY)
        for player, matter in enumerate(MATTERS)
    ]
    before_associate, before_managing, before_college, ended = appeals
    text = "I sat opposite. The trick was still open when the card came."
    state(by=_player(game, 3), appeal=before_associate, text=text, at=begun + 5 * DAY)
    _climb(before_managing, begun + 5 * DAY, offices=1)
    _climb(before_college, begun + 5 * DAY, offices=2)
    _move(before_college, "overturned", begun + 8 * DAY, answers=2)
    _climb(ended, begun + 5 * DAY, offices=2)
    _move(ended, "upheld", begun + 8 * DAY)
    _without_merit(ended, begun + 9 * DAY)
    late = Ruling.objects.filter(game__event__name=FAMILY).order_by("pk")[0]
    _appealed(late, 2, late.at + 9 * DAY)


def _ruled(game: Game, matter: tuple[str, str, str], at: dt.datetime) -> Ruling:
    section, what, reason = matter
    assert game.acting_executor is not None
    return keep_ruling(
        by=game.acting_executor.person,
        game=game,
        kind=Ruling.Kind.PLAY,
        section=section,
        what=what,
        reason=reason,
        concerned=game.players.order_by("pk")[:2],
        at=at,
    )


def _appealed(ruling: Ruling, player: int, at: dt.datetime) -> Appeal:
    grounds = "I remember it otherwise, and so does the scorekeeper; the rule says something else of that."
    return appeal(by=_player(ruling.game, player), ruling=ruling, grounds=grounds, at=at)


def _climb(appeal: Appeal, at: dt.datetime, *, offices: int) -> None:
    """So many offices uphold it, and each time somebody takes it further."""
    game = game_of(docket_of(appeal).thing)
    for place in range(offices):
        step = appeal.steps.get(decision="")
        assert step.judge is not None
        reasons = "Those who sat nearest agree with the ruling, and the section is plain."
        decide(by=step.judge.person, step=step, decision="upheld", reasons=reasons, at=at + place * DAY)
        grounds = "The judge did not hear the table."
        appeal_further(
            by=_player(game, place + 1), appeal=appeal, grounds=grounds, at=at + place * DAY + HOUR
        )


def _move(appeal: Appeal, decision: str, at: dt.datetime, *, answers: int | None = None) -> None:
    """A member moves; so many others answer, all where no number is given."""
    mover, *others = members_sitting(docket_of(appeal), day_of(at))
    reasons = "Upon reading the bundle and the guiding cases."
    step = appeal.steps.get(decision="")
    motion = move_decision(by=mover.person, step=step, decision=decision, reasons=reasons, at=at)
    for member in others[: None if answers is None else answers - 1]:
        answer_motion(by=member.person, motion=motion, answer="aye", at=at + HOUR)


def _without_merit(appeal: Appeal, at: dt.datetime) -> None:
    docket = docket_of(appeal)
    mover, *others = members_sitting(docket, day_of(at))
    step = docket.steps[-1]
    motion = move_without_merit(
        by=mover.person,
        step=step,
        penalty=docket.articles.penalties_without_merit[0],
        reasons="The same was said three times, and nothing new.",
        at=at,
    )
    for member in others:
        answer_motion(by=member.person, motion=motion, answer="aye", at=at + HOUR)


def _player(game: Game, place: int) -> Person:
    return game.players.select_related("person").order_by("pk")[place].person
