"""The plan of an event of Bid Whist: which of the four tournaments of a weekend it is.

Rule section: 2, "Starting Play On Time" (B-11), and 3 (B-12).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.timetable import BY_NAME, HANDS, TOURNAMENTS, Tournament
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.entries import ANY, from_start
from tournaments.formats.documents import Planned
from tournaments.formats.fields import Field, Said
from tournaments.formats.format import Plan, plan_unreadable

TOURNAMENT: Final = "tournament"


def in_words(tournament: Tournament) -> str:
    """A line of the timetable."""
    times = (tournament.check_in, tournament.seating, tournament.starts, tournament.doors)
    check_in, seating, starts, doors = (f"{at:%H:%M}" for at in times)
    return f"{tournament.title}: {check_in}, {seating}, {starts}, {doors}"


FIELDS: Final = (
    Field(
        name=TOURNAMENT,
        label=_lazy("Tournament"),
        help=_lazy("Check-in, seating, start and doors; three rounds, in the Main Event four."),
        kind="choice",
        choices=tuple((tournament.name, in_words(tournament)) for tournament in TOURNAMENTS),
    ),
)


def around(starts_at: dt.datetime) -> tuple[tuple[Said, dt.datetime], ...]:
    """The quarters of an hour around the start, which are those of every tournament of the weekend."""
    clocks = (
        (_lazy("Check-in and review of the rules"), ANY.check_in),
        (_lazy("Seating"), ANY.seating),
        (_lazy("The tournament starts"), ANY.starts),
        (_lazy("The doors close"), ANY.doors),
    )
    return tuple((title, starts_at + from_start(ANY, clock)) for title, clock in clocks)


def typed(form: Mapping[str, str]) -> Planned:
    return {TOURNAMENT: form[TOURNAMENT]}


def read(planned: Planned) -> None:
    """Refuse a plan that names none of the four."""
    if set(planned) != {TOURNAMENT} or planned[TOURNAMENT] not in BY_NAME:
        raise plan_unreadable(
            _("The plan does not name one of the four tournaments of a weekend."),
            _("Choose one from the list."),
            rules.TIMETABLE,
        )


def words(planned: Planned) -> str:
    """How the event ends; nothing for the plan of another format."""
    if TOURNAMENT not in planned:
        return ""
    values = {"rounds": tournament_of(planned).rounds, "hands": HANDS}
    return _("after %(rounds)s rounds of %(hands)s hands and the playoff") % values


def tournament_of(planned: Planned) -> Tournament:
    return BY_NAME[str(planned[TOURNAMENT])]


PLAN: Final = Plan(fields=FIELDS, typed=typed, read=read, words=words)
