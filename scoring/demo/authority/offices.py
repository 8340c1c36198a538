"""Clubs in every state, all offices with past terms and terms to come, and executors to choose from.

Terms: the table of Christmas (the event whose games still wait for an Acting Executor).
"""

from __future__ import annotations

import datetime as dt

from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import (
    answer_for_club,
    approve_club,
    ask_club,
    close_club,
    refuse_club,
    register_club,
    withdraw_club,
)
from sanctioning.kit.clock import noon
from sanctioning.offices.models.office import Office
from sanctioning.offices.services.areas import cover, take_leave
from sanctioning.offices.services.conflicts import declare_conflict, end_conflict
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint, end_term
from scoring.demo.authority.founding import DemoAuthority, account_of
from scoring.demo.people import LOGINS
from scoring.demo.season import FOUNDED
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event, change_event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.services.games import open_game

DAY = dt.timedelta(days=1)
NOW = dt.date(2026, 11, 12)
CHRISTMAS = "whitstable-christmas-tables-2026"
ASSOCIATE = ("Honoria", "Blackwood")
COLLEGE = (
    ("Ambrose", "Chetwynd"),
    ("Philippa", "Dunmore"),
    ("Gilbert", "Eastlake"),
    ("Rosamund", "Fane"),
    ("Septimus", "Grey"),
)


def fill_offices(authority: DemoAuthority) -> None:
    """What the Managing Executor has on the desk beside applications."""
    _clubs(authority)
    _offices(authority)
    _executors(authority)
    _christmas(authority)
    _cancelled(authority)


def _clubs(authority: DemoAuthority) -> None:
    at, managing, players = noon(NOW - 6 * DAY), authority.managing, authority.players

    def registered(index: int, name: str, place: str, moment: dt.datetime = at) -> Club:
        return register_club(by=players[index], name=name, place=place, at=moment)

    registered(5, "Shrewsbury Whoopie Table", "Shrewsbury")
    waiting = registered(6, "Margate Card Room", "Margate")
    ask_club(by=managing, club=waiting, question="Who keeps the score sheets, and where?", at=at + DAY)
    answered = registered(7, "Skipton Whoopie Circle", "Skipton")
    ask_club(by=managing, club=answered, question="Do you have a room of your own?", at=at + DAY)
    answer_for_club(by=players[7], club=answered, answer="The reading room, on Fridays.", at=at + 2 * DAY)
    refused = registered(8, "Wetherby Other Whoopie Club", "Wetherby")
    why = "Wetherby has a club of nearly this name; join it, or choose another name."
    refuse_club(by=managing, club=refused, why=why, at=at + DAY)
    taken_back = registered(9, "Knaresborough Tables", "Knaresborough")
    withdraw_club(by=players[9], club=taken_back, why="We play at Wetherby instead.", at=at + DAY)
    long_ago = noon(dt.date(2025, 2, 3))
    closed = registered(10, "Selby Whoopie Evenings", "Selby", long_ago)
    approve_club(by=managing, club=closed, at=long_ago + 5 * DAY)
    why = "The inn is sold; our members play at Wetherby."
    close_club(by=players[10], club=closed, why=why, at=noon(dt.date(2026, 6, 1)))


def _offices(authority: DemoAuthority) -> None:
    """One Associate Executor, a College of five, an executor who left and another Associate to come."""
    managing, at = authority.managing, noon(FOUNDED)
    sitting = [login.email for login in LOGINS if login.role == "College"]
    [hears] = [login.email for login in LOGINS if login.role == "Associate Executor"]
    associate = _person(managing, ASSOCIATE, at, hears)
    appoint(by=managing, person=associate, office=Office.ASSOCIATE_EXECUTOR, first_day=FOUNDED, at=at)
    members = [
        _person(managing, name, at, email) for name, email in zip(COLLEGE, [*sitting, "", ""], strict=True)
    ]
    for member in [*members[:3], associate]:
        appoint(by=managing, person=member, office=Office.COLLEGE, first_day=FOUNDED, at=at)
    until = dt.date(2026, 7, 31)
    appoint(by=managing, person=members[3], office=Office.COLLEGE, first_day=FOUNDED, last_day=until, at=at)
    later = until + DAY
    appoint(by=managing, person=members[4], office=Office.COLLEGE, first_day=later, at=noon(until))
    left = appoint(by=managing, person=members[3], office=Office.ACTING_EXECUTOR, first_day=FOUNDED, at=at)
    spring = dt.date(2025, 4, 30)
    end_term(by=managing, appointment=left, last_day=spring, why="Moved to Cornwall.", at=noon(spring))
    second = Office.ASSOCIATE_EXECUTOR
    appoint(by=managing, person=members[0], office=second, first_day=dt.date(2027, 1, 1), at=noon(NOW))


def _executors(authority: DemoAuthority) -> None:
    """Where the three rule, a leave over Christmas, a conflict that is over and one recorded."""
    at = noon(NOW)
    first, second, third = (term.person for term in authority.executors)
    cover(by=first, person=first, place="Wetherby", home=True, at=at)
    cover(by=first, person=first, place="Ludlow", at=at)
    cover(by=second, person=second, club=authority.clubs[2], at=at)
    cover(by=second, person=second, place="London", home=True, at=at)
    cover(by=third, person=third, place="Ludlow", home=True, at=at)
    take_leave(
        by=first,
        person=first,
        first_day=dt.date(2026, 12, 10),
        last_day=dt.date(2026, 12, 27),
        why="Christmas with the family.",
        at=at,
    )
    old = declare_conflict(
        by=second, with_club=authority.clubs[1], reason="Her brother kept its books.", at=noon(FOUNDED)
    )
    end_conflict(by=second, conflict=old, last_day=FOUNDED + 90 * DAY, at=noon(FOUNDED + 60 * DAY))
    declare_conflict(
        by=authority.managing,
        person=third,
        with_person=authority.players[12],
        reason="Partners in trade.",
        at=at,
    )


def _christmas(authority: DemoAuthority) -> None:
    """A place changed with a notice; three games, of which one has an executor with a fresh conflict."""
    at, director = noon(NOW), authority.directors[2]
    event = Event.objects.get(slug=CHRISTMAS)
    change_event(
        by=director,
        event=event,
        changes={"place": "St Peter's Hall, Whitstable", "games_planned": 6, "capacity": 60},
        notice="The heating of The Horsebridge is out of order; we play at St Peter's Hall.",
        at=at,
    )
    games = [
        open_game(by=director, event=event, planned={"stanzas": 14}, at=at + dt.timedelta(hours=1))
        for _ in range(3)
    ]
    second = authority.executors[1]
    appoint_acting_executor(by=authority.managing, game=games[0], appointment=second, at=at + DAY)
    entered = event.entries.filter(state="entered").select_related("person").order_by("pk").first()
    if entered is not None:
        reason = "Neighbours with a hedge between them."
        declare_conflict(by=second.person, with_person=entered.person, reason=reason, at=at + 2 * DAY)


def _cancelled(authority: DemoAuthority) -> None:
    at, director = noon(NOW), authority.directors[1]
    begins = noon(dt.date(2027, 1, 6), 18)
    event = register_event(
        by=director,
        club=authority.clubs[1],
        name="Ludlow Twelfth Night 2027",
        place="Assembly Rooms, Ludlow",
        starts_at=begins,
        ends_at=begins + dt.timedelta(hours=5),
        time_zone="Europe/London",
        at=at,
    )
    apply_for_sanction(
        by=director,
        event=event,
        level=authority.levels["open"],
        event_type=authority.types["club-game"],
        at=at,
    )
    cancel_event(by=director, event=event, why="The band cannot be had.", at=at + DAY)


def _person(by: Person, name: tuple[str, str], at: dt.datetime, email: str = "") -> Person:
    given, family = name
    account = account_of(email) if email else None
    return register_person(by=by, given_names=given, family_name=family, account=account, email=email, at=at)
