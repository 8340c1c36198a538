"""Who paid in full before the day for every event of a weekend, and so is in the drawing for a refund.

Terms: weekend (the events of a club, of one game, that begin in one week), prepaid (paid
before the first of them is held).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_name, shown
from sanctioning.kit.money import NOTHING, Money
from tournaments.entries.models.entry import Entry
from tournaments.entries.models.prepaid_drawing import RefundDraw
from tournaments.events.models.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepaidPlayer:
    number: str
    name: str
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepaid:
    """`players` prepaid for something, who did for most first; `in_drawing` did for everything; `drawn` is
    who has been drawn, from which seed, "" while nobody is, and `refunded` what he got back."""

    events: tuple[str, ...]
    players: tuple[PrepaidPlayer, ...]
    in_drawing: int
    drawn: str
    drawn_name: str
    seed: str
    refunded: Money


def weekend_of(event: Event) -> tuple[Event, ...]:
    """The events of one drawing, in the order of their days. One query."""
    week = dt.timedelta(days=7)
    near = Event.objects.filter(
        club=event.club_id,
        format=event.format,
        cancelled_at__isnull=True,
        starts_at__range=(event.starts_at - week, event.starts_at + week),
    )
    return tuple(
        near_event for near_event in near.order_by("starts_at") if week_of(near_event) == week_of(event)
    )


def week_of(event: Event) -> str:
    """The week in which it begins where it is held."""
    return f"{event.first_day:%G-W%V}"


def prepaid_sets(events: tuple[Event, ...]) -> dict[str, set[str]]:
    """By member number the events for which somebody paid before the first day, whichever record of theirs
    was entered; nobody for a weekend that was called off. One query."""
    if not events:
        return {}
    first_day = events[0].first_day
    paid: dict[str, set[str]] = {}
    entries = Entry.objects.filter(
        event__in=events,
        state=Entry.State.ENTERED,
        fee_state__in=(Entry.Fee.PAID, Entry.Fee.REFUNDED),
        paid_at__isnull=False,
    )
    for entry in entries.select_related("person__merged_into", "event"):
        assert entry.paid_at is not None
        if entry.event.local_day(entry.paid_at) < first_day:
            paid.setdefault(entry.person.identity.number, set()).add(entry.event.slug)
    return paid


def prepaid_of(event: Event) -> Prepaid:
    """The list for whoever runs the event. Four queries."""
    events = weekend_of(event)
    paid = prepaid_sets(events)
    names = {number: public_name(person) for number, person in people_by_number(paid).items()}
    order = sorted(paid, key=lambda number: (-len(paid[number]), names[number]))
    drawn = refund_drawn(event)
    return Prepaid(
        events=tuple(weekend_event.name for weekend_event in events),
        players=tuple(
            PrepaidPlayer(number=number, name=names[number], events=len(paid[number])) for number in order
        ),
        in_drawing=sum(len(slugs) == len(events) for slugs in paid.values()),
        drawn=drawn.winner.number if drawn else "",
        drawn_name=public_name(drawn.winner) if drawn else "",
        seed=drawn.seed if drawn else "",
        refunded=drawn.amount if drawn else NOTHING,
    )


def refund_drawn(event: Event) -> RefundDraw | None:
    """The drawing that was held for the weekend of this event. One query."""
    held = RefundDraw.objects.filter(club=event.club_id, format=event.format, week=week_of(event))
    return held.select_related("winner__merged_into", *shown("winner")).first()
