"""An evening at work, and a series with its playoff and consolation, in the demo season.

Terms: evening (an event on which the doors have just opened: a queue, a late entry, a barred player sent
away, one round seated and the next one to be confirmed).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rules_engine.justice.bar_reach import Target
from sanctioning.bars.services import impose_bar, lift_bar
from sanctioning.kit.clock import moment, noon
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanction_paid
from scoring.demo.authority.founding import DemoAuthority
from scoring.series.selectors import order_of
from scoring.series.services.places import decline_place, draw_for_places, settle_places
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in, settle_entry_fee
from tournaments.entries.services.entries import enter_event, mark_absent, withdraw_entry
from tournaments.events.models.event import Event
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.events.terms import EventTerms
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.rounds.services.draws import draw_cards, enter_drawn_cards
from tournaments.rounds.services.rounds import confirm_round, plan_round, seat_round_again
from tournaments.series.models import Series
from tournaments.series.services import add_to_series, announce_series

DAY = dt.timedelta(days=1)
HOUR, MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)
SERIES_CLUB, EVENING_CLUB = 1, 0
PLACES = {SERIES_CLUB: "Assembly Rooms, Ludlow", EVENING_CLUB: "Town Hall, Wetherby"}
ANNOUNCED = dt.date(2025, 11, 3)
PLACES_GIVEN = dt.date(2026, 9, 10)
EVENING, PLAYOFF = dt.date(2026, 11, 21), dt.date(2026, 12, 5)
COUNTING = ("Ludlow Winter Open 2026", "Ludlow Summer Special 2026")
SEED = "1966"


def announce(authority: DemoAuthority) -> None:
    """Half a year before its first event."""
    announce_series(
        by=authority.directors[SERIES_CLUB],
        club=authority.clubs[SERIES_CLUB],
        name="Ludlow Series 2026",
        basis=Series.Basis.POINTS,
        playoff=6,
        consolation=6,
        at=noon(ANNOUNCED),
    )


def join_series(event: Event, by: Person, at: dt.datetime) -> None:
    """Put an event into the series, if it is one of those that count."""
    if event.name in COUNTING:
        part = Event.SeriesPart.ORDINARY
        add_to_series(by=by, event=event, series=Series.objects.get(), part=part, at=at)


def give_places(authority: DemoAuthority) -> None:
    """Drawn where tied; one declines; the playoff and the consolation take entries of those alone."""
    at, director = noon(PLACES_GIVEN), authority.directors[SERIES_CLUB]
    series = Series.objects.get()
    _settle(director, series, at)
    second = series.qualifiers.select_related("person").filter(part="playoff")[1]
    decline_place(by=second.person, qualifier=second, why="At sea until Christmas.", at=at + DAY)
    _settle(director, series, at + DAY)
    for part in ("playoff", "consolation"):
        _event_of_series(authority, series, part, at + 2 * DAY)


def _settle(director: Person, series: Series, at: dt.datetime) -> None:
    while order_of(series).open:
        series = draw_for_places(by=director, series=series, seed=SEED, at=at)
    settle_places(by=director, series=series, at=at)


def _event_of_series(authority: DemoAuthority, series: Series, part: str, at: dt.datetime) -> None:
    director = authority.directors[SERIES_CLUB]
    name = f"Ludlow {part.capitalize()} 2026"
    event = _sanctioned(
        authority, SERIES_CLUB, name, noon(PLAYOFF, 17), "series-playoff-consolation", at, EventTerms()
    )
    event = add_to_series(by=director, event=event, series=series, part=part, at=at + 8 * DAY)
    for qualifier in series.qualifiers.filter(part=part, state="qualified").select_related("person"):
        enter_event(by=qualifier.person, event=event, person=qualifier.person, at=at + 9 * DAY)


def open_the_doors(authority: DemoAuthority) -> None:
    """An evening with its queue, its bars, its door and its rounds."""
    opens = doors_open()
    barred, absent, late, *came = _players(authority, 16)
    _bar(authority, barred, came[0], opens - 20 * DAY)
    event = _sanctioned(
        authority, EVENING_CLUB, "Wetherby Lantern Tables 2026", opens, "open", opens - 30 * DAY, _terms()
    )
    director = authority.directors[EVENING_CLUB]
    entries = [
        enter_event(by=person, event=event, person=person, at=opens - 12 * DAY + place * MINUTE)
        for place, person in enumerate([absent, *came])
    ]
    _refused(lambda: enter_event(by=barred, event=event, person=barred, at=opens - 12 * DAY))
    withdraw_entry(by=came[1], entry=entries[2], why="A cold.", at=opens - 3 * DAY)
    enter_event(
        by=director, event=event, person=late, late_for="His letter was delayed in the post.", at=opens - DAY
    )
    _at_the_door(director, event, entries[0], opens)
    _rounds(authority, event, director, opens)


def doors_open() -> dt.datetime:
    """At five; earlier where the demo is built on that very day before all of the evening is over."""
    begun = moment(None) - 3 * HOUR
    begun = begun.replace(minute=begun.minute // 30 * 30, second=0, microsecond=0)
    return max(noon(EVENING, 9), min(noon(EVENING, 17), begun))


def _terms() -> EventTerms:
    return EventTerms(
        games_planned=4, capacity=12, entries_until=EVENING - 2 * DAY, entry_fee=Decimal("4.00")
    )


def _players(authority: DemoAuthority, count: int) -> list[Person]:
    """Players of the house in the order of their numbers, none of the strongest."""
    return sorted(authority.players, key=lambda player: player.number)[10 : 10 + count]


def _bar(authority: DemoAuthority, barred: Person, pardoned: Person, at: dt.datetime) -> None:
    club = Target("club", authority.clubs[EVENING_CLUB].slug)
    common: dict[str, Any] = {"by": authority.managing, "reach": [club], "first_day": at.date(), "at": at}
    until = EVENING + 60 * DAY
    impose_bar(person=barred, last_day=until, why="Left two tables in the middle of a stanza.", **common)
    mistaken = impose_bar(person=pardoned, last_day=None, why="Said to have looked at a hand.", **common)
    lift_bar(by=authority.managing, bar=mistaken, why="It was another player.", at=at + 2 * DAY)


def _at_the_door(director: Person, event: Event, absent: Entry, opens: dt.datetime) -> None:
    """One does not come, so that one who waits moves up; everybody but the last is checked in."""
    mark_absent(by=director, entry=absent, at=opens)
    *present, _ = event.entries.filter(state=Entry.State.ENTERED).order_by("pk")
    for place, entry in enumerate(present):
        check_in(by=director, entry=entry, at=opens + place * MINUTE)
        if place == 0:
            settle_entry_fee(by=director, entry=entry, to="waived", why="Keeps the bar.", at=opens)
        elif place < len(present) - 2:
            settle_entry_fee(by=director, entry=entry, to="paid", at=opens + place * MINUTE)


def _rounds(authority: DemoAuthority, event: Event, director: Person, opens: dt.datetime) -> None:
    first = plan_round(
        by=director, event=event, planned={"stanzas": 10}, mode="draw", seed=SEED, name="Early", at=opens
    )
    games = confirm_round(by=director, round=first, at=opens)
    for game in games:
        appoint_acting_executor(
            by=authority.managing, game=game, appointment=authority.executors[0], at=opens
        )
    by_hand, by_seed = games
    cards = ("KC", "KD", "3H", "9S", "3D", "8C", "QH")
    seated = list(by_hand.players.order_by("seat"))
    drawn = {player.record_id: card for player, card in zip(seated, cards, strict=False)}
    enter_drawn_cards(by=director, game=by_hand, cards=drawn, at=opens)
    draw_cards(by=director, game=by_seed, seed=SEED, at=opens)
    later = opens + 150 * MINUTE
    second = plan_round(
        by=director, event=event, planned={"until": "22:15"}, mode="balanced", name="Late", at=later
    )
    why = "Two who came in one car asked for the last bus."
    seat_round_again(by=director, round=second, why=why, mode="balanced", at=later + 5 * MINUTE)


def _sanctioned(
    authority: DemoAuthority,
    club: int,
    name: str,
    begins: dt.datetime,
    level: str,
    at: dt.datetime,
    terms: EventTerms,
) -> Event:
    director = authority.directors[club]
    event = register_event(
        by=director,
        club=authority.clubs[club],
        name=name,
        place=PLACES[club],
        starts_at=begins,
        ends_at=begins + 6 * HOUR,
        time_zone="Europe/London",
        terms=terms,
        at=at,
    )
    sanction = apply_for_sanction(
        by=director,
        event=event,
        level=authority.levels[level],
        event_type=authority.types["club-game"],
        at=at,
    )
    sanction_paid(authority, sanction, at + DAY)
    return Event.objects.get(pk=event.pk)


def _refused(act: Callable[[], object]) -> None:
    """The story needs the refusal; anything else would be a mistake of the story."""
    try:
        act()
    except Refusal:
        return
    raise AssertionError("the demo's barred player was entered")
