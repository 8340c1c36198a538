"""What of appeals waits for somebody: to judge, to decide in the College, to appoint, to take further.

Invariant: none is asked for an office that is not held, and but one question where no appeal is under way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.clock import day_of
from sanctioning.kit.waiting.registry import WaitingLine, WaitingPerson, WaitingQuery, Waits
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import OF_GAME, appealed, game_of
from tournaments.justice.appeals.models import AppealStep, CollegeMotion
from tournaments.justice.appeals.selectors.appeals import about
from tournaments.justice.appeals.selectors.judges import sitting_on
from tournaments.justice.under_way import APPEALS, under_way

JUDGES = frozenset({Office.ACTING_EXECUTOR, Office.ASSOCIATE_EXECUTOR, Office.MANAGING_EXECUTOR})


def waits_of_appeals(holder: WaitingPerson) -> Iterable[WaitingQuery]:
    """What waits for the offices that are held, and for a player whose next step is still open."""
    if Office.COLLEGE in holder.offices:
        yield WaitingQuery(_unanswered_in_the_college(holder), partial(_before_the_college, holder))
    if APPEALS not in under_way():
        return
    if holder.offices & JUDGES:
        own = waiting_steps().filter(judge__person__in=holder.own)
        yield WaitingQuery(own, partial(_to_judge, holder))
    if Office.MANAGING_EXECUTOR in holder.offices:
        bare = waiting_steps().filter(judge__isnull=True).exclude(office=AppealStep.Office.COLLEGE)
        yield WaitingQuery(bare, partial(_without_judge, holder))
    yield WaitingQuery(open_to_take(holder), partial(_open_to_take, holder))


def _unanswered_in_the_college(holder: WaitingPerson) -> QuerySet[AppealStep]:
    """Steps before the College in which the member has not answered what is moved."""
    motions = CollegeMotion.objects.filter(closed_at__isnull=True)
    answered = motions.filter(ballots__member__person__in=holder.own).values("step")
    merit = motions.filter(kind=CollegeMotion.Kind.WITHOUT_MERIT).values("step")
    waiting = AppealStep.objects.waiting().filter(appeal__ended="").values("pk")
    wanted = Q(pk__in=waiting) | Q(pk__in=merit)
    steps = AppealStep.objects.filter(wanted, office=AppealStep.Office.COLLEGE)
    return with_matter(steps.exclude(pk__in=answered)).order_by("until", "pk")


def _before_the_college(holder: WaitingPerson, steps: list[AppealStep]) -> Iterable[Waits]:
    """Of these steps those in which the member may sit."""
    matters = {step.appeal_id: game_of(appealed(step.appeal)) for step in steps}
    mine = sitting_on(matters, holder.own, holder.day)
    before_college = [step for step in steps if step.appeal_id in mine]
    title = ngettext(
        "%(n)d appeal before the College", "%(n)d appeals before the College", len(before_college)
    )
    yield _waits("appeals-before-college", 6, title, before_college, holder)


def _to_judge(holder: WaitingPerson, steps: list[AppealStep]) -> Iterable[Waits]:
    title = ngettext("%(n)d appeal to judge", "%(n)d appeals to judge", len(steps))
    yield _waits("appeals-to-judge", 5, title, steps, holder)


def _without_judge(holder: WaitingPerson, steps: list[AppealStep]) -> Iterable[Waits]:
    title = ngettext(
        "%(n)d appeal that nobody is free to judge", "%(n)d appeals that nobody is free to judge", len(steps)
    )
    yield _waits("appeals-without-judge", 7, title, steps, holder)


def _open_to_take(holder: WaitingPerson, steps: list[AppealStep]) -> Iterable[Waits]:
    title = ngettext(
        "%(n)d decision that can be appealed", "%(n)d decisions that can be appealed", len(steps)
    )
    yield _waits("appeals-open", 60, title, steps, holder)


def waiting_steps() -> QuerySet[AppealStep]:
    """Steps that somebody has to decide, the most urgent first, with all that a line says. One query."""
    waiting = AppealStep.objects.waiting().filter(appeal__ended="")
    return with_matter(waiting).order_by("until", "pk")


def open_to_take(holder: WaitingPerson) -> QuerySet[AppealStep]:
    """The last decisions in appeals of one's games that can still be taken further and were not waived."""
    can_be = AppealStep.objects.filter(appeal__ended="", appealable_until__gte=holder.day)
    last = can_be.filter(~was_taken_further()).exclude(waivers__player__person__in=holder.own)
    return with_matter(last.filter(pk__in=in_games_of(holder.own))).order_by("appealable_until", "pk")


def in_games_of(own: Collection[int] | QuerySet[Person]) -> QuerySet[AppealStep, Any]:
    """The keys of all steps in appeals of games that one of these records played in."""
    ruled = Q(appeal__ruling__game__players__person__in=own)
    voted = Q(appeal__vote__violation__game__players__person__in=own)
    return AppealStep.objects.filter(ruled | voted).values("pk")


def was_taken_further() -> Exists:
    """Whether a later step of the same appeal was taken and not withdrawn."""
    later = AppealStep.objects.filter(appeal=OuterRef("appeal"), place__gt=OuterRef("place"))
    return Exists(later.filter(withdrawn_at__isnull=True))


def with_matter(steps: QuerySet[AppealStep]) -> QuerySet[AppealStep]:
    return steps.select_related(
        "judge__person",
        *(f"appeal__ruling__game__{path}" for path in OF_GAME),
        *(f"appeal__vote__violation__game__{path}" for path in OF_GAME),
    )


def _waits(kind: str, rank: int, title: str, steps: list[AppealStep], holder: WaitingPerson) -> Waits:
    return Waits(
        kind=kind,
        rank=rank,
        title=title % {"n": len(steps)},
        path=reverse("appeals"),
        lines=tuple(_line(step, holder) for step in steps),
    )


def _line(step: AppealStep, holder: WaitingPerson) -> WaitingLine:
    thing = appealed(step.appeal)
    game = game_of(thing)
    until = step.until if step.waits else step.appealable_until
    overdue = until is not None and until < holder.day
    return WaitingLine(
        name=f"{step.appeal.label}, {game.event.name}, {game.label}",
        path=reverse("appeal", args=[step.appeal.number]),
        since=day_of(step.decided_at or step.taken_at),
        until=until,
        said=_("overdue; %(about)s") % {"about": about(thing)} if overdue else about(thing),
    )
