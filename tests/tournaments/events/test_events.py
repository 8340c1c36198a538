"""Events and entries."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.clubs.services.clubs import register_club
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Office
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import grant_sanction, refuse_sanction
from sanctioning.terms.services import appoint
from tests.cast import MARCH, Cast, sanctioned_event
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.events.models.event import Event
from tournaments.events.selectors.clashes import clashes_with
from tournaments.events.selectors.events import calendar
from tournaments.events.services.events import apply_for_sanction, register_event
from tournaments.games.services.games import open_game

HOUR = dt.timedelta(hours=1)
FIRST_MOMENT = dt.datetime.min.replace(tzinfo=dt.UTC)
LAST_MOMENT = dt.datetime.max.replace(tzinfo=dt.UTC)


def register(cast: Cast, **changes: Any) -> Event:
    arguments: dict[str, Any] = {
        "by": cast.director,
        "club": cast.club,
        "name": "Spring Whoopie",
        "place": "Arden Hall",
        "starts_at": MARCH,
        "ends_at": MARCH + HOUR,
        "time_zone": "Europe/London",
        "at": MARCH,
    }
    return register_event(**{**arguments, **changes})


@pytest.mark.parametrize("starts_at", [FIRST_MOMENT, LAST_MOMENT])
def test_nothing_clashes_at_the_ends_of_the_calendar(cast: Cast, starts_at: dt.datetime) -> None:
    assert clashes_with(starts_at=starts_at, ends_at=LAST_MOMENT, place="Arden", club=cast.club) == ()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"time_zone": "Mars/Olympus"}, "time-zone-unknown"),
        ({"time_zone": "../etc/passwd"}, "time-zone-unknown"),
        ({"name": "!!!"}, "name-unreadable"),
        ({"name": "بطولة"}, "name-unreadable"),
        ({"ends_at": MARCH - HOUR}, "event-ends-before-it-begins"),
        ({"ends_at": LAST_MOMENT}, "event-out-of-the-calendar"),
        ({"starts_at": FIRST_MOMENT}, "event-out-of-the-calendar"),
        ({"format_slug": "bridge"}, "format-unknown"),
    ],
)
def test_an_event_that_cannot_be_is_refused(cast: Cast, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        register(cast, **changes)
    assert refusal.value.code == code
    assert not Event.objects.exists()


def test_only_the_club_registers_its_events(cast: Cast) -> None:
    for stranger in (cast.outsider, cast.executor, cast.registrar):
        with pytest.raises(Refusal) as refusal:
            register(cast, by=stranger)
        assert refusal.value.code == "not-allowed"


def test_names_of_events_are_their_own(cast: Cast) -> None:
    register(cast)
    with pytest.raises(Refusal) as refusal:
        register(cast, name="Spring  whoopie!")
    assert refusal.value.code == "event-name-taken"


def test_the_day_of_an_event_is_the_day_where_it_is_held(cast: Cast) -> None:
    late = dt.datetime(2025, 3, 8, 23, 30, tzinfo=dt.UTC)
    event = register(cast, starts_at=late, ends_at=late + HOUR, time_zone="Europe/Brussels")
    assert (event.first_day, event.last_day) == (dt.date(2025, 3, 9), dt.date(2025, 3, 9))


def test_an_event_may_be_registered_until_its_day_is_over_where_it_is_held(cast: Cast) -> None:
    midnight = dt.datetime(2025, 3, 9, 4, 0, tzinfo=dt.UTC)  # in Montreal, where it is five hours earlier
    times = {"starts_at": midnight - 5 * HOUR, "ends_at": midnight, "time_zone": "America/Montreal"}
    with pytest.raises(Refusal) as refusal:
        register(cast, **times, at=midnight + HOUR)
    assert refusal.value.code == "event-is-past"
    assert register(cast, **times, at=midnight - HOUR).first_day == dt.date(2025, 3, 8)


@pytest.mark.both_databases
def test_the_database_refuses_an_event_that_ends_before_it_begins(cast: Cast) -> None:
    event = register(cast)
    with pytest.raises(IntegrityError, match="event_ends_after_it_begins"), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(ends_at=MARCH - HOUR)


def test_a_refused_event_may_apply_again_and_a_waiting_one_not(cast: Cast) -> None:
    event = register(cast)
    arguments: dict[str, Any] = {
        "by": cast.director,
        "event": event,
        "level": cast.levels["open"],
        "event_type": cast.types["club-game"],
        "at": MARCH,
    }
    first = apply_for_sanction(**arguments)
    with pytest.raises(Refusal) as refusal:
        apply_for_sanction(**arguments)
    assert refusal.value.code == "sanction-asked-for"
    refuse_sanction(by=cast.managing, sanction=first, why="Another event on that day.", at=MARCH)
    second = apply_for_sanction(**arguments)
    event.refresh_from_db()
    assert event.sanction == second
    assert Sanction.objects.get(pk=first.pk).state == "refused"


def test_a_club_that_is_not_approved_gets_no_sanction(cast: Cast) -> None:
    club = register_club(by=cast.outsider, name="Strays", at=MARCH)
    appoint(
        by=cast.managing,
        person=cast.outsider,
        office=Office.DIRECTOR,
        club=club,
        first_day=dt.date(2025, 3, 1),
        at=MARCH,
    )
    event = register(cast, by=cast.outsider, club=club)
    with pytest.raises(Refusal) as refusal:
        apply_for_sanction(
            by=cast.outsider,
            event=event,
            level=cast.levels["open"],
            event_type=cast.types["club-game"],
            at=MARCH,
        )
    assert refusal.value.code == "club-not-approved"


def test_players_enter_themselves_once_and_may_come_back(cast: Cast) -> None:
    event, [player, other] = sanctioned_event(cast), cast.players[:2]
    entry = enter_event(by=player, event=event, person=player, at=MARCH)
    for by in (player, cast.director):
        with pytest.raises(Refusal) as refusal:
            enter_event(by=by, event=event, person=player, at=MARCH)
        assert refusal.value.code == "entered-already"
    with pytest.raises(Refusal) as refusal:
        enter_event(by=player, event=event, person=other, at=MARCH)
    assert refusal.value.code == "not-allowed"
    withdraw_entry(by=player, entry=entry, at=MARCH)
    assert enter_event(by=cast.director, event=event, person=player, at=MARCH).pk == entry.pk
    assert [entry.state for entry in Entry.objects.all()] == ["entered"]


def test_no_game_without_a_sanction(cast: Cast) -> None:
    event = register(cast)
    with pytest.raises(Refusal) as refusal:
        open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=MARCH)
    assert refusal.value.code == "event-not-sanctioned"


def test_the_calendar_shows_events_by_day_and_unsanctioned_ones_to_their_club(cast: Cast) -> None:
    sanctioned_event(cast, name="Over", at=MARCH)
    sanctioned_event(cast, name="Next", at=MARCH + dt.timedelta(days=9))
    sanctioned_event(cast, name="Today", at=MARCH + dt.timedelta(days=3))
    pending = register(cast, name="Pending", starts_at=MARCH + 99 * HOUR, ends_at=MARCH + 100 * HOUR)
    day = dt.date(2025, 3, 11)

    def names(asker: Any) -> tuple[list[str], list[str]]:
        seen = calendar(asker=asker, day=day)
        return [line.name for line in seen.upcoming], [line.name for line in seen.past]

    assert names(None) == (["Today", "Next"], ["Over"])
    assert names(cast.players[0]) == names(None)
    assert names(cast.director) == (["Today", pending.name, "Next"], ["Over"])


def test_a_granted_event_is_judged_by_the_law_of_that_day(cast: Cast) -> None:
    event = register(cast)
    sanction = apply_for_sanction(
        by=cast.director,
        event=event,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        at=MARCH,
    )
    grant_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    event.refresh_from_db()
    assert event.sanction is not None
    assert (event.sanction.articles, event.sanction.rule_set) == (cast.articles, cast.rule_set)
