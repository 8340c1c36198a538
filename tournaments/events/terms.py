"""What an event offers its players: how many games, for how much, how many may enter and when.

Purpose: one value that the registration form, the API and the services hand on, and one check of it.
Invariants: the fee of an entry is an exact amount, not below nothing; entries close before the event ends.
Terms: answer hours (how long who waits has to say yes when a place becomes free), capacity (how many may be
entered; none is no limit), entry requirements (of the event's own, in words; what the system itself checks
stands with the entries).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.money import LARGEST, NOTHING
from sanctioning.kit.refusals import Refusal

LEAST_CAPACITY = 3
MOST_GAMES = 500
LARGEST_CAPACITY = 10_000
ANSWER_HOURS, MOST_ANSWER_HOURS = 24, 336
FIRST_YEAR, LAST_YEAR = 1900, 2199


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTerms:
    """Days are of the place where the event is held, both included; an open side has no limit."""

    games_planned: int = 1
    entry_fee: Decimal = NOTHING
    capacity: int | None = None
    entries_from: dt.date | None = None
    entries_until: dt.date | None = None
    entry_requirements: str = ""
    answer_hours: int = ANSWER_HOURS

    def changed(self) -> dict[str, object]:
        """What differs from an ordinary event, as the audit trail keeps it."""
        return {
            field.name: str(getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }


ORDINARY: Final = EventTerms()


def in_the_calendar(*moments: dt.datetime) -> bool:
    """Whether an event can be held then; further off are slips, and days that no time zone can count."""
    return all(FIRST_YEAR <= moment.year <= LAST_YEAR for moment in moments)


def check_terms(terms: EventTerms, *, last_day: dt.date) -> None:
    """Refuse terms that cannot be kept, naming the field."""
    _need(
        1 <= terms.games_planned <= MOST_GAMES,
        "games_planned",
        _("An event has at least one game."),
        _("Write how many games are planned, from 1 to %(most_games)s.") % {"most_games": MOST_GAMES},
    )
    _need(
        NOTHING <= terms.entry_fee <= LARGEST,
        "entry_fee",
        _("An entry fee is zero or more."),
        _("Write the amount, such as 12.50."),
    )
    _need(
        terms.capacity is None or LEAST_CAPACITY <= terms.capacity <= LARGEST_CAPACITY,
        "capacity",
        _("A game needs %(least_capacity)s players, so an event needs room for at least that many.")
        % {"least_capacity": LEAST_CAPACITY},
        _("Write how many can enter, or leave it empty for no limit."),
    )
    _need(
        0 <= terms.answer_hours <= MOST_ANSWER_HOURS,
        "answer_hours",
        _("People on the waiting list have at most two weeks to answer."),
        _("Write how many hours, from 0 to %(most)s.") % {"most": MOST_ANSWER_HOURS},
    )
    opens, closes = terms.entries_from, terms.entries_until
    _need(
        opens is None or closes is None or opens <= closes,
        "entries_until",
        _("Entries would close before they open."),
        _("Check the first and the last day of entries."),
    )
    _need(
        closes is None or closes <= last_day,
        "entries_until",
        _("Entries would stay open after the event is over."),
        _("Choose a last day of entries within the event or before it."),
    )
    _need(
        opens is None or opens <= last_day,
        "entries_from",
        _("Entries would open after the event is over."),
        _("Choose a first day of entries before the event ends."),
    )


def _need(met: bool, field: str, sentence: str, remedy: str) -> None:
    if not met:
        raise Refusal(
            code="event-terms",
            sentence=sentence,
            rule=_("Section IV: an event says beforehand what it offers."),
            remedy=remedy,
            status=422,
            facts={"field": field},
        )
