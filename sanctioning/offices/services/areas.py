"""What an executor keeps himself: the places and clubs that he covers, and the days on which he is away."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.executor import Area, Leave
from sanctioning.offices.permissions import may_keep_areas, require
from sanctioning.offices.services.locks import lock_people
from sanctioning.people.models.person import Person

RULE = _lazy("Executors say where they rule and when they are away.")


@looks_again
def cover(
    *,
    by: Person,
    person: Person,
    place: str = "",
    club: Club | None = None,
    home: bool = False,
    at: dt.datetime | None = None,
) -> Area:
    """Add a place or a club that the executor covers; `home` says that he lives there.

    Raises:
        Refusal: `area-impossible`, `area-known`, `not-allowed`.
    """
    at = moment(at)
    _require(by, at, person)
    place = " ".join(place.split())
    if bool(place) == (club is not None) or (home and club is not None):
        raise Refusal(
            code="area-impossible",
            sentence=_("An executor covers a place or a club, and lives in a place."),
            rule=RULE,
            remedy=_("Write a place, or choose a club."),
            status=422,
        )
    lock_people(person)
    if Area.objects.filter(person=person, place__iexact=place, club=club).exists():
        raise Refusal(
            code="area-known",
            sentence=_("%(value)s is already in the list.") % {"value": place or club},
            rule=RULE,
            remedy=_("Remove it first, then add it as a home."),
        )
    area = Area.objects.create(person=person, place=place, club=club, home=home)
    after = {"place": place, "club": club.slug if club else None, "home": home}
    note(by=by, at=at, action="cover", thing=area, after=after)
    return area


@transaction.atomic
def uncover(*, by: Person, area: Area, at: dt.datetime | None = None) -> None:
    """The executor no longer covers this place, club or home.

    Raises:
        Refusal: `not-allowed`.
    """
    at = moment(at)
    _require(by, at, area.person)
    before = {"place": area.place, "club": area.club.slug if area.club else None, "home": area.home}
    note(by=by, at=at, action="uncover", thing=area, before=before)
    area.delete()


@transaction.atomic
def take_leave(
    *,
    by: Person,
    person: Person,
    first_day: dt.date,
    last_day: dt.date,
    why: str = "",
    at: dt.datetime | None = None,
) -> Leave:
    """Days on which the executor is not proposed.

    Raises:
        Refusal: `leave-impossible`, `not-allowed`.
    """
    at = moment(at)
    _require(by, at, person)
    try:
        with transaction.atomic():
            leave = Leave.objects.create(
                person=person, first_day=first_day, last_day=last_day, why=why.strip()[:200]
            )
    except IntegrityError:
        raise Refusal(
            code="leave-impossible",
            sentence=_("The leave would end before it begins."),
            rule=RULE,
            remedy=_("Check both days."),
            status=422,
        ) from None
    note(by=by, at=at, action="take leave", thing=leave, why=why, after=_days(leave))
    return leave


@transaction.atomic
def give_up_leave(*, by: Person, leave: Leave, at: dt.datetime | None = None) -> None:
    """The executor is there on these days after all.

    Raises:
        Refusal: `not-allowed`.
    """
    at = moment(at)
    _require(by, at, leave.person)
    note(by=by, at=at, action="give up leave", thing=leave, before=_days(leave))
    leave.delete()


def _days(leave: Leave) -> dict[str, str]:
    return {"first_day": leave.first_day.isoformat(), "last_day": leave.last_day.isoformat()}


def _require(by: Person, at: dt.datetime, person: Person) -> None:
    require(
        may_keep_areas(by, day_of(at), person),
        what=_("keep this executor's places and days"),
        who=_("the executor or the Managing Executor"),
        rule=RULE,
    )
