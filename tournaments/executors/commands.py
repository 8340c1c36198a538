"""What is changed on an executor's page."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from sanctioning.clubs.api_fields import ClubField
from sanctioning.clubs.models import Club
from sanctioning.identity.api_fields import MemberNumberField
from sanctioning.kit.commands import Command, Commands, flag, or_none, words
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.executor import Leave
from sanctioning.offices.services.areas import cover, give_up_leave, take_leave, uncover
from sanctioning.offices.services.conflicts import declare_conflict, end_conflict
from sanctioning.people.models.person import Person
from tournaments.executors.selectors.executors import area_of, conflict_of_executor, leave_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutorChange:
    """`number` is the line that is taken out or ended; `why` the reason of a leave or a conflict."""

    number: int | None = or_none(serializers.IntegerField, min_value=1)
    place: str = words(120)
    home: bool = flag()
    club: Club | None = or_none(ClubField)
    with_person: Person | None = or_none(MemberNumberField)
    first_day: dt.date | None = or_none(serializers.DateField)
    last_day: dt.date | None = or_none(serializers.DateField)
    why: str = words(200)


def _leave(by: Person, executor: Person, asked: ExecutorChange) -> Leave:
    first, last = _day(asked.first_day), _day(asked.last_day or asked.first_day)
    return take_leave(by=by, person=executor, first_day=first, last_day=last, why=asked.why)


def _conflict(by: Person, executor: Person, asked: ExecutorChange) -> object:
    return declare_conflict(
        by=by,
        person=executor,
        reason=asked.why,
        with_person=asked.with_person,
        with_club=asked.club,
        first_day=asked.first_day,
        last_day=asked.last_day,
    )


def _end_conflict(by: Person, executor: Person, asked: ExecutorChange) -> object:
    conflict = _line(conflict_of_executor, executor, asked.number)
    return end_conflict(by=by, conflict=conflict, last_day=_day(asked.last_day), why=asked.why)


def _line(find: Callable[[Person, int], Any], person: Person, number: int | None) -> Any:
    row = find(person, number) if number is not None else None
    if row is None:
        raise Refusal(
            code="line-gone",
            sentence=_("This line no longer exists."),
            rule="IV",
            remedy=_("Look at the list as it is now."),
            status=404,
        )
    return row


def _day(day: dt.date | None) -> dt.date:
    if day is None:
        raise Refusal(
            code="day-missing",
            sentence=_("The day is missing."),
            rule="IV",
            remedy=_("Choose the day."),
            status=422,
        )
    return day


EXECUTOR_COMMANDS: Final = Commands[Person, ExecutorChange, Any](
    ExecutorChange,
    {
        "cover": Command(
            lambda by, executor, asked: cover(
                by=by, person=executor, place=asked.place, club=asked.club, home=asked.home
            ),
            lambda area: _("%(value)s is in the list.") % {"value": area.place or area.club},
        ),
        "uncover": Command(
            lambda by, executor, asked: uncover(by=by, area=_line(area_of, executor, asked.number)),
            _lazy("It is removed from the list."),
        ),
        "leave": Command(_leave, _lazy("The days are noted. You will not be proposed for games on them.")),
        "back": Command(
            lambda by, executor, asked: give_up_leave(by=by, leave=_line(leave_of, executor, asked.number)),
            _lazy("You are available again on those days."),
        ),
        "conflict": Command(_conflict, _lazy("The conflict is declared.")),
        "end-conflict": Command(_end_conflict, _lazy("The conflict ends on that day.")),
    },
)
