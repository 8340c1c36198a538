"""The drawing for a refund among those who prepaid for every event of a weekend."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people.services.merging import merge_people
from tests.cast import Cast, make_cast, sanctioned_event
from tests.support.racing import all_at_once, in_the_middle
from tests.support.refusals import refusal_of
from tests.support.team_events import rules_of
from tournaments.entries.models.entry import Entry
from tournaments.entries.models.prepaid_drawing import RefundDraw
from tournaments.entries.selectors.entries import entry_list
from tournaments.entries.selectors.prepaid import prepaid_of
from tournaments.entries.services.check_in import settle_entry_fee
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.entries.services.prepaid_drawing import draw_refund
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event

FRIDAY = dt.datetime(2026, 3, 13, 18, 0, tzinfo=dt.UTC)
SATURDAY = dt.datetime(2026, 3, 14, 10, 0, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def weekend(cast: Cast) -> list[Event]:
    return two_days(cast)


def two_days(cast: Cast) -> list[Event]:
    rules_of(cast, "bid-whist", "cardsharks")
    events = [
        sanctioned_event(cast, name=f"Weekend {at:%A}", format_slug="bid-whist", at=at)
        for at in (FRIDAY, SATURDAY)
    ]
    Event.objects.update(entry_fee=Decimal(20))
    return [Event.objects.get(pk=event.pk) for event in events]


def pay(cast: Cast, event: Event, player: int, at: dt.datetime) -> Entry:
    entry = enter_event(by=cast.director, event=event, person=cast.players[player], at=FRIDAY - 9 * DAY)
    return settle_entry_fee(by=cast.director, entry=entry, to="paid", at=at)


@pytest.mark.both_databases
def test_who_prepaid_for_all_is_in_the_drawing(cast: Cast, weekend: list[Event]) -> None:
    friday, saturday = weekend
    assert refusal_of(draw_refund, by=cast.director, event=friday).code == "nobody-prepaid"
    for player in (0, 1):
        pay(cast, friday, player, FRIDAY - 3 * DAY)
    pay(cast, saturday, 0, FRIDAY - 3 * DAY)
    pay(cast, saturday, 1, FRIDAY)
    pay(cast, saturday, 2, FRIDAY - 3 * DAY)
    prepaid = prepaid_of(saturday)
    assert (prepaid.players[0].number, prepaid.players[0].events) == (cast.players[0].number, 2)
    assert (len(prepaid.players), prepaid.in_drawing, prepaid.drawn) == (3, 1, "")
    assert draw_refund(by=cast.director, event=saturday).winner == cast.players[0]
    prepaid = prepaid_of(friday)
    assert prepaid.drawn == cast.players[0].number
    assert prepaid.seed
    assert refusal_of(draw_refund, by=cast.director, event=friday).code == "refund-drawn"
    assert refusal_of(draw_refund, by=cast.players[1], event=friday).code == "not-allowed"


def test_who_prepaid_under_two_records_of_one_person_is_in_the_drawing(
    cast: Cast, weekend: list[Event]
) -> None:
    kept, merged = cast.players[0], cast.players[1]
    for event, player in zip(weekend, (0, 1), strict=True):
        pay(cast, event, player, FRIDAY - 3 * DAY)
    Person.objects.filter(pk=merged.pk).update(account=None)
    merge_people(by=cast.registrar, kept=kept, merged=merged, reason="Registered twice.", at=FRIDAY - 2 * DAY)
    list_of_prepaid = prepaid_of(weekend[0])
    assert [(player.number, player.events) for player in list_of_prepaid.players] == [(kept.number, 2)]
    drawn = draw_refund(by=cast.director, event=weekend[0])
    assert (drawn.winner, drawn.amount, drawn.entries.count()) == (kept, Decimal("40.00"), 2)


def test_an_entry_that_the_winner_withdrew_is_not_refunded(cast: Cast, weekend: list[Event]) -> None:
    """Paid under another record of theirs, which is theirs only since it was merged."""
    kept, merged = cast.players[0], cast.players[1]
    for event in weekend:
        pay(cast, event, 0, FRIDAY - 3 * DAY)
    withdraw_entry(by=cast.director, entry=pay(cast, weekend[0], 1, FRIDAY - 3 * DAY), at=FRIDAY - 3 * DAY)
    Person.objects.filter(pk=merged.pk).update(account=None)
    merge_people(by=cast.registrar, kept=kept, merged=merged, reason="Registered twice.", at=FRIDAY - 2 * DAY)
    assert draw_refund(by=cast.director, event=weekend[0]).amount == Decimal("40.00")


def test_what_the_winner_paid_is_refunded_in_the_till(
    cast: Cast, weekend: list[Event], client: Client
) -> None:
    friday, saturday = weekend
    for event in weekend:
        pay(cast, event, 0, FRIDAY - 3 * DAY)
    pay(cast, friday, 1, FRIDAY - 3 * DAY)
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    draw = f"/events/{saturday.slug}/prepaid/"
    assert "The draw cannot be repeated." in client.post(draw).content.decode()
    assert not RefundDraw.objects.exists()
    assert client.post(draw, {"sure": "yes"}).status_code == 302
    drawn = RefundDraw.objects.get()
    assert (drawn.amount, drawn.week) == (Decimal("40.00"), "2026-W11")
    assert {(entry.event, entry.fee_state) for entry in drawn.entries.all()} == {
        (friday, "refunded"),
        (saturday, "refunded"),
    }
    till = entry_list(friday)
    assert (till.paid, till.refunded) == (Decimal(20), Decimal(20))
    trail = AuditEntry.objects.filter(action="settle entry fee", after__fee="refunded")
    assert trail.count() == 2
    assert set(trail.values_list("at", flat=True)) == {drawn.at}
    entry = drawn.entries.first()
    assert entry is not None
    for to, code in (("unpaid", "fee-refunded"), ("refunded", "fee-state-unknown")):
        assert refusal_of(settle_entry_fee, by=cast.director, entry=entry, to=to).code == code
    assert "Give GBP\u00a040.00 back" in client.get(f"/events/{friday.slug}/prepaid/").content.decode()
    door = client.get(f"/events/{friday.slug}/manage/check-in/").content.decode()
    assert re.search(r"Refunded by the draw\s*</dt>\s*<dd>GBP\s20\.00", door)
    assert client.get(f"/api/v1/events/{friday.slug}/prepaid/").json()["refunded"] == "40.00"


@pytest.mark.both_databases
def test_the_database_keeps_a_refund_as_it_was_drawn(cast: Cast, weekend: list[Event]) -> None:
    for event in weekend:
        pay(cast, event, 0, FRIDAY - 3 * DAY)
        pay(cast, event, 1, FRIDAY - 3 * DAY)
    drawn = draw_refund(by=cast.director, event=weekend[0], seed="once")
    lost = Entry.objects.exclude(refund=drawn)
    for spoil in (
        lambda: RefundDraw.objects.filter(pk=drawn.pk).update(amount=0),
        lambda: RefundDraw.objects.bulk_create([replaced(drawn)]),
        lambda: drawn.entries.update(fee_state="paid", refund=None),
        lambda: lost.update(fee_state="refunded"),
        lambda: lost.update(refund=drawn),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            spoil()


def replaced(drawn: RefundDraw) -> RefundDraw:
    """A second drawing of the same weekend."""
    again = RefundDraw.objects.get(pk=drawn.pk)
    again.pk = None
    return again


def test_there_is_no_drawing_where_the_game_knows_none(cast: Cast, client: Client) -> None:
    event = sanctioned_event(cast)
    assert refusal_of(draw_refund, by=cast.director, event=event).code == "no-refund-drawing"
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    for address in (f"/events/{event.slug}/prepaid/", f"/api/v1/events/{event.slug}/prepaid/"):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 404


def test_nothing_is_drawn_for_a_weekend_that_was_called_off(
    cast: Cast, weekend: list[Event], client: Client
) -> None:
    for event in weekend:
        cancel_event(by=cast.director, event=event, why="No hall.", at=FRIDAY - 9 * DAY)
    assert refusal_of(draw_refund, by=cast.director, event=weekend[0]).code == "nobody-prepaid"
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    assert client.get(f"/events/{weekend[0].slug}/prepaid/").status_code == 200


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_drawings_at_once_one_is_held() -> None:
    """From the page of either day: what was paid is given back once, to one player."""
    cast = make_cast()
    days = two_days(cast)
    for event in days:
        for player in range(4):
            pay(cast, event, player, FRIDAY - 3 * DAY)
    answers = all_at_once([partial(draw_refund, by=cast.director, event=event) for event in days * 2])
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["refund-drawn"] * 3
    drawn = RefundDraw.objects.get()
    refunded = Entry.objects.filter(fee_state="refunded")
    assert [(entry.person, entry.refund) for entry in refunded] == [(drawn.winner, drawn)] * 2
    assert drawn.amount == Decimal(40)
    assert AuditEntry.objects.filter(action="draw refund").count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_drawing_sees_what_is_settled_or_cancelled_at_its_moment() -> None:
    cast = make_cast()
    friday, saturday = two_days(cast)
    pay(cast, friday, 0, FRIDAY - 3 * DAY)
    twice = [pay(cast, event, 1, FRIDAY - 3 * DAY) for event in (friday, saturday)]
    draw = partial(draw_refund, by=cast.director, event=friday, at=FRIDAY - 2 * DAY)
    unpaid = partial(settle_entry_fee, by=cast.director, entry=twice[1], to="unpaid")
    acts: list[Callable[[], object]] = [draw]
    [refused] = in_the_middle(unpaid, acts)
    assert isinstance(refused, Refusal)
    assert refused.code == "nobody-prepaid"
    cancel = partial(cancel_event, by=cast.director, event=saturday, why="No room.", at=FRIDAY - 2 * DAY)
    [drawn] = in_the_middle(cancel, acts)
    assert isinstance(drawn, RefundDraw), drawn
    assert drawn.amount == Decimal(20)
    paid = Entry.objects.get(event=friday, person=drawn.winner)
    late = partial(settle_entry_fee, by=cast.director, entry=paid, to="unpaid")
    assert refusal_of(late).code == "fee-refunded"
