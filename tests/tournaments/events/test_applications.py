"""Applications of events: again after one that came to nothing, cancelled before it is used, one game."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import register_club
from sanctioning.fees.models import Invoice
from sanctioning.kit.clock import noon, today
from sanctioning.kit.refusals import Refusal
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import approve_sanction, cancel_sanction, withdraw_sanction
from tests.cast import MARCH, Cast, registered_event, sanctioned_event
from tests.fixtures import SignIn
from tests.support.fees import adopt_fees, pay
from tournaments.entries.services.entries import enter_event
from tournaments.events.commands import APPLICATION_COMMANDS, ApplicationStep
from tournaments.events.models.event import Event
from tournaments.events.selectors.clashes import clashes_with
from tournaments.events.selectors.events import calendar
from tournaments.events.services.events import apply_for_sanction
from tournaments.games.services.games import open_game

HOUR = dt.timedelta(hours=1)


def registered(cast: Cast, name: str = "A game for the founder", day: dt.datetime = MARCH) -> Event:
    return registered_event(cast, name, starts_at=day + 2 * HOUR, ends_at=day + 5 * HOUR)


def applied(cast: Cast, event: Event, **more: Any) -> Sanction:
    return apply_for_sanction(
        by=cast.director,
        event=event,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        at=MARCH,
        **more,
    )


def test_an_individual_sanction_is_for_one_game_and_only_when_paid(cast: Cast) -> None:
    adopt_fees(cast)
    event = registered(cast)
    sanction = applied(cast, event, kind="individual", grounds="His ninetieth birthday.")
    approve_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=MARCH)
    assert refusal.value.code == "event-not-sanctioned"
    invoice = Invoice.objects.get()
    pay(cast, invoice, invoice.amount)
    open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=MARCH)
    assert refusal.value.code == "one-game-only"


def test_a_sanction_in_use_is_not_cancelled(cast: Cast) -> None:
    used, unused = sanctioned_event(cast, name="Used"), sanctioned_event(cast, name="Unused")
    open_game(by=cast.director, event=used, planned={"stanzas": 3}, at=MARCH)
    assert used.sanction is not None
    assert unused.sanction is not None
    with pytest.raises(Refusal) as refusal:
        cancel_sanction(by=cast.managing, sanction=used.sanction, why="A mistake.", at=MARCH)
    assert refusal.value.code == "games-opened"
    used.sanction.refresh_from_db()
    assert used.sanction.state == "granted"
    cancel_sanction(by=cast.managing, sanction=unused.sanction, why="No hall.", at=MARCH)
    with pytest.raises(Refusal) as refusal:
        open_game(by=cast.director, event=unused, planned={"stanzas": 3}, at=MARCH)
    assert refusal.value.code == "event-not-sanctioned"
    assert [(line.name, line.state) for line in calendar(day=MARCH.date()).upcoming] == [
        ("Used", "granted"),
        ("Unused", "cancelled"),
    ]


@pytest.mark.both_databases
def test_a_sanction_cancelled_on_its_page_ends_with_its_event(cast: Cast) -> None:
    event = sanctioned_event(cast, at=noon(today()) + dt.timedelta(days=60))
    waiting = registered(cast, day=event.starts_at)
    submitted = apply_for_sanction(
        by=cast.director, event=waiting, level=cast.levels["open"], event_type=cast.types["club-game"]
    )
    cancel = APPLICATION_COMMANDS["cancel"].run
    with pytest.raises(Refusal) as refusal:
        cancel(cast.managing, submitted, ApplicationStep("Not granted yet."))
    assert refusal.value.code == "sanction-state"
    assert event.sanction is not None
    assert cancel(cast.managing, event.sanction, ApplicationStep("No hall.")).state == "cancelled"
    event.refresh_from_db()
    assert (event.cancelled_at is not None, event.cancelled_for) == (True, "No hall.")


@pytest.mark.both_databases
def test_after_a_withdrawal_an_event_applies_again(cast: Cast) -> None:
    event = registered(cast)
    withdraw_sanction(by=cast.director, sanction=applied(cast, event), at=MARCH)
    again = applied(cast, event)
    event.refresh_from_db()
    assert event.sanction == again


def test_events_about_the_time_are_pointed_out_with_what_they_share(cast: Cast) -> None:
    other = sanctioned_event(cast, name="The other")
    registered(cast, name="Not applied for")
    enter_event(by=cast.players[0], event=other, person=cast.players[0], at=MARCH)
    elsewhere = register_club(by=cast.managing, name="Stow", place="Stow", at=MARCH)

    def seen(days: int, place: str, club: Club, **more: Any) -> list[tuple[str, ...]]:
        begins = MARCH + dt.timedelta(days=days)
        clashes = clashes_with(starts_at=begins, ends_at=begins + HOUR, place=place, club=club, **more)
        return [clash.why for clash in clashes]

    assert seen(0, "Arden Hall", cast.club) == [
        ("the same days", "the same club", "1 of your members is entered")
    ]
    assert seen(0, "The Mill, Stow", elsewhere) == [("the same days",)]
    assert seen(5, "Inn, Arden", elsewhere) == [("within a week", "nearby")]
    assert seen(5, "The Mill, Stow", elsewhere) == []
    assert seen(9, "Arden Hall", cast.club) == []
    assert seen(0, "Arden Hall", cast.club, but=other) == []


@pytest.mark.both_databases
def test_an_application_that_may_take_longer_than_the_event_is_off_says_so_with_the_rule(
    cast: Cast, sign_in: SignIn
) -> None:
    now = timezone.now()
    tonight, later = (registered(cast, f"In {days} days", now + dt.timedelta(days=days)) for days in (0, 90))
    director = sign_in(cast.director)

    def said(event: Event) -> str:
        page = director.get(f"/events/{event.slug}/application/").content.decode()
        return " ".join(page.split())

    for event in (tonight, later):
        apply_for_sanction(
            by=cast.director, event=event, level=cast.levels["open"], event_type=cast.types["club-game"]
        )
    rule = "IV: an event is sanctioned before it is played, never afterwards."
    assert "The Managing Executor may take until" in said(tonight)
    assert rule in said(tonight)
    assert rule not in said(later)
    steps = " ".join(director.get(f"/events/{tonight.slug}/manage/").content.decode().split())
    assert "The Managing Executor may take until" in steps
    Event.objects.filter(pk=tonight.pk).update(starts_at=now - HOUR)
    assert "without a sanction." in said(tonight)
