"""The drawing for a refund among those who prepaid for every event of a weekend."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.test import Client

from tests.cast import Cast, sanctioned_event
from tests.refusals import refusal_of
from tests.support.team_events import rules_of
from tournaments.models import Event
from tournaments.selectors.prepaid import prepaid_of
from tournaments.services.check_in import settle_entry_fee
from tournaments.services.entries import enter_event
from tournaments.services.refunds import draw_refund

FRIDAY = dt.datetime(2026, 3, 13, 18, 0, tzinfo=dt.UTC)
SATURDAY = dt.datetime(2026, 3, 14, 10, 0, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def weekend(cast: Cast) -> list[Event]:
    rules_of(cast, "bid-whist", "cardsharks")
    events = [
        sanctioned_event(cast, name=f"Weekend {at:%A}", format_slug="bid-whist", at=at)
        for at in (FRIDAY, SATURDAY)
    ]
    Event.objects.update(entry_fee=Decimal(20))
    return [Event.objects.get(pk=event.pk) for event in events]


def pay(cast: Cast, event: Event, player: int, at: dt.datetime) -> None:
    entry = enter_event(by=cast.director, event=event, person=cast.players[player], at=FRIDAY - 9 * DAY)
    settle_entry_fee(by=cast.director, entry=entry, to="paid", at=at)


def test_who_prepaid_for_all_is_in_the_drawing(cast: Cast, weekend: list[Event]) -> None:
    friday, saturday = weekend
    assert refusal_of(draw_refund, by=cast.director, event=friday).code == "nobody-prepaid"
    for player in (0, 1):
        pay(cast, friday, player, FRIDAY - 3 * DAY)
    pay(cast, saturday, 0, FRIDAY - 3 * DAY)
    pay(cast, saturday, 1, FRIDAY)
    pay(cast, saturday, 2, FRIDAY - 3 * DAY)
    found = prepaid_of(saturday)
    assert (found.players[0].number, found.players[0].events) == (cast.players[0].number, 2)
    assert (len(found.players), found.in_drawing, found.drawn) == (3, 1, "")
    assert draw_refund(by=cast.director, event=saturday) == cast.players[0].number
    found = prepaid_of(friday)
    assert found.drawn == cast.players[0].number
    assert found.seed
    assert refusal_of(draw_refund, by=cast.director, event=friday).code == "refund-drawn"
    assert refusal_of(draw_refund, by=cast.players[1], event=friday).code == "not-allowed"


@pytest.mark.once
def test_there_is_no_drawing_where_the_game_knows_none(cast: Cast, client: Client) -> None:
    event = sanctioned_event(cast)
    assert refusal_of(draw_refund, by=cast.director, event=event).code == "no-refund-drawing"
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    for address in (f"/events/{event.slug}/prepaid/", f"/api/events/{event.slug}/prepaid/"):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 404
