"""What may be changed on an executor's page, by name; page and API take the same."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.services.areas import cover, give_up_leave, take_leave, uncover
from sanctioning.offices.services.conflicts import declare_conflict, end_conflict
from sanctioning.people.models.person import Person
from tournaments.executors.selectors.executors import area_of, conflict_of_executor, leave_of

EXECUTOR_ACTS = ("cover", "uncover", "leave", "back", "conflict", "end-conflict")


def change_executor(
    *,
    by: Person,
    person: Person,
    act: str,
    number: int | None = None,
    place: str = "",
    home: bool = False,
    club: Club | None = None,
    with_person: Person | None = None,
    first_day: dt.date | None = None,
    last_day: dt.date | None = None,
    why: str = "",
) -> str:
    """Take the act; tells what was done. `number` is that of the line which is taken out or ended."""
    if act == "cover":
        area = cover(by=by, person=person, place=place, club=club, home=home)
        return _("%(value)s is in the list.") % {"value": area.place or area.club}
    if act == "uncover":
        uncover(by=by, area=_line(area_of, person, number))
        return _("It is out of the list.")
    if act == "leave":
        first, last = _day(first_day), _day(last_day or first_day)
        take_leave(by=by, person=person, first_day=first, last_day=last, why=why)
        return _("The days are noted; nobody proposes a game on them.")
    if act == "back":
        give_up_leave(by=by, leave=_line(leave_of, person, number))
        return _("The days are free again.")
    if act == "conflict":
        declare_conflict(
            by=by,
            person=person,
            reason=why,
            with_person=with_person,
            with_club=club,
            first_day=first_day,
            last_day=last_day,
        )
        return _("The conflict is declared.")
    end_conflict(
        by=by, conflict=_line(conflict_of_executor, person, number), last_day=_day(last_day), why=why
    )
    return _("The conflict ends with that day.")


def _line(find: Callable[[Person, int], Any], person: Person, number: int | None) -> Any:
    row = find(person, number) if number is not None else None
    if row is None:
        raise Refusal(
            code="line-gone",
            sentence=_("This line is not there any more."),
            rule="IV",
            remedy=_("Look at the list as it stands now."),
            status=404,
        )
    return row


def _day(day: dt.date | None) -> dt.date:
    if day is None:
        raise Refusal(
            code="day-missing",
            sentence=_("No day was given."),
            rule="IV",
            remedy=_("Choose the day."),
            status=422,
        )
    return day
