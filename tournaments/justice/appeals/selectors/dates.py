"""Deadlines of appeals as dates of a calendar: to decide, and to take the next step.

Invariants: only dates of this person; one that is decided, taken or over stays in a calendar as called off.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import authority_zone_name, noon, today
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.person import Person
from tournaments.events.personal_calendar import Date
from tournaments.events.selectors.dates import KEPT
from tournaments.justice.appeal_history.proceedings import appealed, game_of
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.appeals.selectors.waiting import in_games_of, was_taken_further, with_matter

HOUR = dt.timedelta(hours=1)


def dates_of_appeals(person: Person) -> Iterator[Date]:
    """Three queries: what the person judges, and what can be taken further in his games."""
    own = rows_of(person)
    day = today()
    judged = Q(judge__person__in=own)
    if holds(person, day, Office.COLLEGE):
        judged |= Q(office=AppealStep.Office.COLLEGE)
    recent = AppealStep.objects.filter(until__gte=day - KEPT)
    for step in _counted(recent.filter(judged)).order_by("until", "pk"):
        yield _date(step, step.until, "judge", person, over=not step.waits or bool(step.appeal.ended))
    played = AppealStep.objects.filter(appealable_until__gte=day - KEPT, pk__in=in_games_of(own))
    further = played.annotate(taken_further=was_taken_further())
    for step in _counted(further).order_by("appealable_until", "pk"):
        assert step.appealable_until is not None
        yield _date(step, step.appealable_until, "further", person, over=_over(step))


def _over(step: AppealStep) -> bool:
    return bool(step.appeal.ended) or getattr(step, "taken_further", False)


def _counted(steps: QuerySet[AppealStep]) -> QuerySet[AppealStep]:
    return with_matter(steps).annotate(hands_count=Count("assignments"))


def _date(step: AppealStep, until: dt.date, kind: str, person: Person, *, over: bool) -> Date:
    game = game_of(appealed(step.appeal))
    title = {
        "judge": _("Last day to decide appeal %(number)s"),
        "further": _("Last day to take appeal %(number)s further"),
    }[kind]
    return Date(
        key=f"appeal/{person.number}/{kind}/{step.pk}",
        title=title % {"number": step.appeal.label},
        starts_at=noon(until, 17),
        ends_at=noon(until, 17) + HOUR,
        time_zone=authority_zone_name(),
        place="",
        path=reverse("appeal", args=[step.appeal.number]),
        said=f"{game.event.name}, {game.label}",
        changes=getattr(step, "hands_count", 0) + over,
        changed_at=step.decided_at or step.taken_at,
        called_off=over,
    )
