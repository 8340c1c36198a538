"""Changing and cancelling events: what may change before and after the sanction, with notice, or never."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.sanctions.models import Sanction
from tests.cast import MARCH, Cast, registered_event, sanctioned_event
from tests.fixtures import SignIn
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.events.models.notice import EventNotice
from tournaments.events.services.changes import cancel_event, change_event
from tournaments.events.services.events import apply_for_sanction
from tournaments.games.services.games import open_game

HOUR = dt.timedelta(hours=1)
EVE = MARCH - dt.timedelta(days=10)


def registered(cast: Cast) -> Event:
    return registered_event(cast, "Autumn Whoopie", ends_at=MARCH + 3 * HOUR, at=EVE)


def change(cast: Cast, event: Event, notice: str = "", **changes: Any) -> Event:
    return change_event(by=cast.director, event=event, changes=changes, notice=notice, at=EVE)


def code_of(cast: Cast, event: Event, notice: str = "The hall.", **changes: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        change(cast, event, notice, **changes)
    return refusal.value.code


@pytest.mark.both_databases
def test_before_the_sanction_it_changes_freely_and_on_the_trail(cast: Cast) -> None:
    event = change(cast, registered(cast), place="The Mill", entry_fee=Decimal("3.50"), games_planned=4)
    event.refresh_from_db()
    assert (event.place, event.entry_fee, event.games_planned) == ("The Mill", Decimal("3.50"), 4)
    entry = AuditEntry.objects.get(action="change event")
    assert entry.before == {"place": "Arden Hall", "entry_fee": "0.00", "games_planned": 1}
    assert entry.after == {"place": "The Mill", "entry_fee": "3.50", "games_planned": 4}
    assert not EventNotice.objects.exists()


def test_after_the_sanction_what_is_announced_needs_a_notice_that_everybody_gets(cast: Cast) -> None:
    event, player = sanctioned_event(cast), cast.players[0]
    enter_event(by=player, event=event, person=player, at=EVE)
    assert code_of(cast, event, "", place="The Mill") == "notice-missing"
    event.refresh_from_db()
    assert event.place == "Arden Hall"
    change(cast, event, "The roof of the hall leaks.", place="The Mill")
    assert EventNotice.objects.get().text == "The roof of the hall leaks."
    ids = set(Message.objects.filter(kind="event-changed").values_list("to", flat=True))
    assert ids == {player.pk, cast.managing.pk}
    change(cast, event, description="Bring a pencil.")
    assert EventNotice.objects.count() == 1


def test_the_form_marks_the_notice_as_required_once_it_is_announced(cast: Cast, sign_in: SignIn) -> None:
    granted, draft = sanctioned_event(cast), registered_event(cast, "Not yet")
    director = sign_in(cast.director)
    marked = "Notice to the players (required)"
    assert marked in director.get(f"/events/{granted.slug}/edit/").content.decode()
    assert marked not in director.get(f"/events/{draft.slug}/edit/").content.decode()


def test_whoever_waits_for_a_place_hears_of_changes_too(cast: Cast) -> None:
    event = sanctioned_event(cast)
    Event.objects.filter(pk=event.pk).update(capacity=3)
    for player in cast.players[:4]:
        entry = enter_event(by=player, event=event, person=player, at=EVE)
    assert entry.state == Entry.State.WAITING
    change(cast, event, "The roof of the hall leaks.", place="The Mill")
    cancel_event(by=cast.director, event=event, why="The mill leaks, too.", at=EVE)
    heard = Message.objects.filter(to=entry.person, kind__in=("event-changed", "event-cancelled"))
    assert heard.count() == 2


@pytest.mark.parametrize("never", ["format", "sanction", "slug", "club"])
def test_level_type_and_format_never_change(cast: Cast, never: str) -> None:
    with pytest.raises(ValueError, match="never changed"):
        change(cast, registered(cast), **{never: "other"})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"time_zone": "Mars/Olympus"}, "time-zone-unknown"),
        ({"ends_at": MARCH - HOUR}, "event-ends-before-it-begins"),
        ({"ends_at": dt.datetime.max.replace(tzinfo=dt.UTC)}, "event-out-of-the-calendar"),
        ({"starts_at": EVE - HOUR}, "event-in-the-past"),
        ({"capacity": 2}, "event-terms"),
        ({"entries_until": MARCH.date() + dt.timedelta(days=9)}, "event-terms"),
    ],
)
def test_what_cannot_be_is_refused(cast: Cast, changes: dict[str, Any], code: str) -> None:
    assert code_of(cast, registered(cast), **changes) == code


def test_entries_fix_the_fee_and_the_least_room(cast: Cast) -> None:
    event = sanctioned_event(cast)
    event.answer_hours = 0
    event.save(update_fields=["answer_hours"])
    for player in cast.players[:4]:
        enter_event(by=player, event=event, person=player, at=EVE)
    assert code_of(cast, event, entry_fee=Decimal("5.00")) == "fee-fixed"
    assert code_of(cast, event, capacity=3) == "capacity-below-entries"
    change(cast, event, "Four is enough.", capacity=4)
    last = enter_event(by=cast.players[5], event=event, person=cast.players[5], at=EVE)
    assert last.state == Entry.State.WAITING
    change(cast, event, "A table more.", capacity=8)
    last.refresh_from_db()
    assert last.state == Entry.State.ENTERED


@pytest.mark.both_databases
def test_games_fix_the_times(cast: Cast) -> None:
    event = sanctioned_event(cast)
    open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=EVE)
    assert code_of(cast, event, starts_at=event.starts_at + HOUR) == "games-opened"
    change(cast, event, "Next door.", place="The Mill")


def test_only_those_who_run_it_change_it_and_not_when_it_is_over(cast: Cast) -> None:
    event = registered(cast)
    for stranger in (cast.outsider, cast.players[0], cast.managing):
        with pytest.raises(Refusal) as refusal:
            change_event(by=stranger, event=event, changes={"place": "x"}, at=EVE)
        assert refusal.value.code == "not-allowed"
    with pytest.raises(Refusal) as refusal:
        change_event(by=cast.director, event=event, changes={"place": "x"}, at=MARCH + 24 * HOUR)
    assert refusal.value.code == "event-over"


def test_cancelled_it_takes_its_sanction_or_application_with_it(cast: Cast) -> None:
    granted = sanctioned_event(cast)
    enter_event(by=cast.players[0], event=granted, person=cast.players[0], at=EVE)
    cancel_event(by=cast.director, event=granted, why="The hall burnt down.", at=EVE)
    applied = registered(cast)
    arguments = {"level": cast.levels["open"], "event_type": cast.types["club-game"]}
    apply_for_sanction(by=cast.director, event=applied, at=EVE, **arguments)  # type: ignore[arg-type]
    cancel_event(by=cast.director, event=applied, why="No interest.", at=EVE)
    states = Sanction.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["cancelled", "withdrawn"]
    assert Message.objects.filter(kind="event-cancelled", to=cast.players[0]).count() == 1
    after: list[Callable[[], object]] = [
        lambda: apply_for_sanction(by=cast.director, event=applied, at=EVE, **arguments),  # type: ignore[arg-type]
        lambda: enter_event(by=cast.players[1], event=granted, person=cast.players[1], at=EVE),
        lambda: change(cast, granted, "-", place="x"),
    ]
    for act in after:
        with pytest.raises(Refusal):
            act()


def test_with_a_game_it_is_not_cancelled(cast: Cast) -> None:
    event = sanctioned_event(cast)
    open_game(by=cast.director, event=event, planned={"stanzas": 3}, at=EVE)
    with pytest.raises(Refusal) as refusal:
        cancel_event(by=cast.director, event=event, why="Rain.", at=EVE)
    assert refusal.value.code == "games-opened"
    with pytest.raises(Refusal) as refusal:
        cancel_event(by=cast.director, event=registered(cast), why=" ", at=EVE)
    assert refusal.value.code == "reason-missing"


@pytest.mark.both_databases
def test_the_database_keeps_notices(cast: Cast) -> None:
    change(cast, sanctioned_event(cast), "The roof leaks.", place="The Mill")
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        EventNotice.objects.update(text="Nothing.")
    with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
        EventNotice.objects.all().delete()
