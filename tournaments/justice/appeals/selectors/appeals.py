"""Appeals: those that somebody may see, and one of them told as a story with what he may do in it.

Invariants: the parties, who ruled, whoever judges or judged it or a disciplinary case that came of it, the
Managing Executor and the College see it and nobody else; a list takes as many queries with three appeals as
with three hundred.
Terms: line (one appeal in a list).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import kind_of
from sanctioning.kit.lists.lists import ListSource
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import section
from tournaments.justice.appeal_history.proceedings import OF_GAME, appealed, game_of
from tournaments.justice.appeals.models import Appeal, AppealStep, CollegeMotion
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote

AppealState = Literal["waits", "open", "final", "withdrawn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealLine:
    """`until` is the last day of what is waited for; `mine` says that the asker decides it."""

    number: int
    label: str
    event_name: str
    event_slug: str
    game_label: str
    about: str
    appellant: str
    at: dt.datetime
    office: str
    judge: str
    until: dt.date | None
    overdue: bool
    state: AppealState
    state_words: str
    mine: bool


def appeals_for(*, asker: Person, day: dt.date | None = None) -> ListSource[Appeal, AppealLine]:
    """Those that the person may see. Two queries a page, and those for his offices."""
    day = day or today()
    own = frozenset(rows_of(asker).values_list("pk", flat=True))
    college = holds(asker, day, Office.COLLEGE)
    return ListSource(
        rows=with_line(seen_by(asker, day)),
        lines=lambda rows: _lines(rows, day, own, college),
        sorts={"number": ("number",), "at": ("at",), "event": (*_by_event(),)},
        order="-number",
        filters=(
            kind_of(
                "state",
                gettext_lazy("State"),
                {
                    "waits": (gettext_lazy("waiting for a decision"), Q(ended="", pk__in=_waiting())),
                    "open": (gettext_lazy("decided, not yet final"), Q(ended="") & ~Q(pk__in=_waiting())),
                    "final": (gettext_lazy("final"), Q(ended="final")),
                    "withdrawn": (gettext_lazy("withdrawn"), Q(ended="withdrawn")),
                },
                all_words=gettext_lazy("in any state"),
            ),
            kind_of(
                "office",
                gettext_lazy("Office"),
                {
                    value: (words, Q(pk__in=AppealStep.objects.filter(office=value).values("appeal")))
                    for value, words in AppealStep.Office.choices
                },
                all_words=gettext_lazy("all offices"),
            ),
        ),
    )


def seen_by(asker: Person | None, day: dt.date) -> QuerySet[Appeal]:
    """Every appeal that the person may see."""
    if asker is None:
        return Appeal.objects.none()
    if holds(asker, day, Office.MANAGING_EXECUTOR, Office.COLLEGE):
        return Appeal.objects.all()
    own = rows_of(asker)
    mine = (
        Q(ruling__game__players__person__in=own)
        | Q(vote__violation__game__players__person__in=own)
        | Q(steps__judge__person__in=own)
        | Q(steps__cases__judge__in=Appointment.objects.on(day).filter(person__in=own))
        | Q(ruling__by__person__in=own)
        | Q(vote__violation__game__acting_executor__person__in=own)
    )
    return Appeal.objects.filter(pk__in=Appeal.objects.filter(mine).values("pk"))


def with_line(appeals: QuerySet[Appeal]) -> QuerySet[Appeal]:
    """With all that a line shows. One query more, however many."""
    steps = AppealStep.objects.select_related("judge__person").order_by("place")
    return appeals.select_related(
        "appellant__person",
        *(f"ruling__game__{path}" for path in OF_GAME),
        *(f"vote__violation__game__{path}" for path in OF_GAME),
    ).prefetch_related(Prefetch("steps", steps))


def appeal_numbered(number: int) -> Appeal | None:
    return Appeal.objects.filter(number=number).first()


def about(thing: Ruling | Vote) -> str:
    """What was appealed, in a few words."""
    if isinstance(thing, Ruling):
        parts = {"number": thing.number, "section": section(thing.section)}
        return _("ruling %(number)s, %(section)s") % parts
    return _("vote: %(motion)s") % {"motion": thing.get_motion_display()}


def state_of(appeal: Appeal, steps: Sequence[AppealStep]) -> tuple[AppealState, str]:
    """The word for programs, and the one for people."""
    if appeal.ended:
        return cast(AppealState, appeal.ended), appeal.get_ended_display()
    if any(step.waits for step in steps):
        return "waits", _("waiting for a decision")
    return "open", _("decided, not yet final")


def _lines(
    appeals: Sequence[Appeal], day: dt.date, own: frozenset[int], college: bool
) -> tuple[AppealLine, ...]:
    """With one query more for a member of the College: what they have answered waits for the others."""
    open_motions = CollegeMotion.objects.filter(closed_at__isnull=True, ballots__member__person__in=own)
    answered = set(open_motions.values_list("step", flat=True)) if college else set()
    return tuple(_line(appeal, day, own, college, answered) for appeal in appeals)


def _line(
    appeal: Appeal, day: dt.date, own: frozenset[int], college: bool, answered: Collection[int]
) -> AppealLine:
    thing = appealed(appeal)
    game = game_of(thing)
    steps = list(appeal.steps.all())
    waiting = next((step for step in steps if step.waits), None)
    decided = next((step for step in reversed(steps) if step.decision), None)
    state, words = state_of(appeal, steps)
    last = waiting or decided
    until = waiting.until if waiting else (decided.appealable_until if decided else None)
    before_college = (
        waiting is not None and waiting.office == AppealStep.Office.COLLEGE and waiting.pk not in answered
    )
    mine = waiting is not None and waiting.judge is not None and waiting.judge.person_id in own
    return AppealLine(
        number=appeal.number,
        label=appeal.label,
        event_name=game.event.name,
        event_slug=game.event.slug,
        game_label=game.label,
        about=about(thing),
        appellant=appeal.appellant.person.name,
        at=appeal.at,
        office=last.get_office_display() if last else "",
        judge=waiting.judge.person.name if waiting and waiting.judge else "",
        until=None if appeal.ended else until,
        overdue=waiting is not None and waiting.until < day,
        state=state,
        state_words=words,
        mine=mine or (before_college and college),
    )


def _waiting() -> QuerySet[AppealStep, Any]:
    return AppealStep.objects.waiting().values("appeal")


def _by_event() -> tuple[str, str]:
    return ("ruling__game__event__name", "vote__violation__game__event__name")
