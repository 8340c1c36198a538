"""A Bid Whist tournament to come, whose pairs register themselves: one entered, two asked, one refused."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Final

from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from tournaments.events.models.event import Event
from tournaments.events.terms import EventTerms
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.services.invitations import accept_invitation, decline_invitation, invite_team

PLAYED: Final = dt.date(2027, 1, 16)
ASKED: Final = dt.date(2026, 11, 18)
CLUB: Final = 0
FEE: Final = Decimal(40)
ROOM: Final = 64
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)


def ask_for_pairs(authority: DemoAuthority) -> None:
    """The player with a login is asked by two, and says neither yes nor no."""
    event, at = _event(authority), noon(ASKED)
    invited, *others = sorted(authority.players, key=lambda player: (player.account is None, player.number))
    first = _named(event, "Lanterns", others[1], others[2], at)
    accept_invitation(by=others[2], invitation=first, at=at + HOUR)
    second = _named(event, "Candles", others[3], others[4], at + 2 * HOUR)
    decline_invitation(by=others[4], invitation=second, at=at + 3 * HOUR)
    _named(event, "Candlesticks", others[3], invited, at + 4 * HOUR)
    _named(event, "Night Owls", others[5], invited, at + 5 * HOUR)


def _named(event: Event, name: str, person: Person, other: Person, at: dt.datetime) -> TeamInvitation:
    return invite_team(by=person, event=event, name=name, players={"A": person, "B": other}, at=at)


def _event(authority: DemoAuthority) -> Event:
    starts = noon(PLAYED, 14)
    announced = noon(ASKED) - 20 * DAY
    return sanctioned_event(
        authority,
        CLUB,
        at=announced,
        paid=announced + DAY,
        name="New Year Bid Whist for Pairs 2027",
        place="The Lodge, upper hall",
        starts_at=starts,
        ends_at=starts + 7 * HOUR,
        format_slug="bid-whist",
        terms=EventTerms(entry_fee=FEE, capacity=ROOM, entries_until=PLAYED - 3 * DAY),
    )
