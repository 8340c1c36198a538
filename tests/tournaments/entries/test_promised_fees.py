"""An entry fee that is promised: by the player, at the entry, at the door, and in the till's sums."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

import pytest
from django.test import Client

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.money import NOTHING
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.refusals import code_of
from tests.support.team_events import signed_in
from tournaments.entries.entry_links import entry_path
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import entry_list
from tournaments.entries.services.check_in import check_in_and_pay, settle_entry_fee
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.entries.services.promised_fees import enter_with_fee, promise_fee
from tournaments.events.models.event import Event

pytestmark = pytest.mark.both_databases

FEE = Decimal("4.50")


@pytest.fixture
def event(cast: Cast) -> Event:
    event = sanctioned_event(cast)
    Event.objects.filter(pk=event.pk).update(entry_fee=FEE)
    event.refresh_from_db()
    return event


def entered(cast: Cast, event: Event, which: int = 0) -> Entry:
    player = cast.players[which]
    return enter_event(by=player, event=event, person=player, at=MARCH)


def test_a_player_promises_once_and_pays_at_the_door(cast: Cast, event: Event) -> None:
    entry = entered(cast, event)
    promise = partial(promise_fee, by=cast.players[0], entry=entry, at=MARCH)
    assert promise().fee_state == "promised"
    assert code_of(promise) == "fee-settled"
    assert code_of(partial(promise_fee, by=cast.players[1], entry=entry, at=MARCH)) == "not-allowed"
    assert AuditEntry.objects.get(action="promise entry fee").by == cast.players[0]
    sums = entry_list(event)
    assert (sums.paid, sums.promised, sums.unpaid) == (NOTHING, FEE, NOTHING)
    check_in_and_pay(by=cast.director, event=event, entries=[entry], at=MARCH)
    sums = entry_list(event)
    assert (sums.paid, sums.promised, sums.unpaid) == (FEE, NOTHING, NOTHING)


def test_nothing_is_promised_where_nothing_is_owed(cast: Cast, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(entry_fee=0)
    entry = entered(cast, event)
    assert code_of(partial(promise_fee, by=cast.players[0], entry=entry, at=MARCH)) == "fee-settled"


def test_the_door_notes_a_promise_and_takes_it_back(cast: Cast, event: Event) -> None:
    entry = entered(cast, event)
    settle_entry_fee(by=cast.director, entry=entry, to="promised", at=MARCH)
    assert entry_list(event).promised == FEE
    settle_entry_fee(by=cast.director, entry=entry, to="unpaid", at=MARCH)
    assert (entry_list(event).promised, entry_list(event).unpaid) == (NOTHING, FEE)


@pytest.mark.parametrize(("fee", "why"), [("promised", ""), ("paid", ""), ("waived", "Helps at the door.")])
def test_the_fee_is_settled_with_the_entry(cast: Cast, event: Event, fee: str, why: str) -> None:
    entry = enter_with_fee(by=cast.director, event=event, person=cast.players[0], fee=fee, why=why, at=MARCH)
    assert (entry.fee_state, entry.fee_waived_for) == (fee, why)


def test_who_may_not_note_it_is_not_entered_either(cast: Cast, event: Event) -> None:
    player = cast.players[0]
    refused = partial(enter_with_fee, by=player, event=event, person=player, fee="paid", at=MARCH)
    assert code_of(refused) == "not-allowed"
    waived = partial(enter_with_fee, by=cast.director, event=event, person=player, fee="waived", at=MARCH)
    assert code_of(waived) == "reason-missing"
    assert not event.entries.exists()


def test_a_player_says_with_the_entry_how_they_pay(cast: Cast, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at="2999-01-01T12:00Z", ends_at="2999-01-01T16:00Z")
    address = f"/events/{event.slug}/entry/"
    for player, fee, state in (
        (cast.players[0], "promised", "promised"),
        (cast.players[1], "unpaid", "unpaid"),
        (cast.players[2], "paid", "unpaid"),
    ):
        client = signed_in(player)
        assert "How will you pay?" in client.get(address).content.decode()
        client.post(address, {"act": "enter", "fee": fee})
        assert event.entries.get(person=player).fee_state == state
    back, entry = cast.players[0], event.entries.get(person=cast.players[0])
    settle_entry_fee(by=cast.director, entry=entry, to="paid")
    withdraw_entry(by=back, entry=entry)
    enter_with_fee(by=back, event=event, person=back, fee="promised")
    assert event.entries.get(person=back).fee_state == "paid"


def test_nobody_is_asked_how_to_pay_nothing(cast: Cast, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(
        entry_fee=0, starts_at="2999-01-01T12:00Z", ends_at="2999-01-01T16:00Z"
    )
    client = signed_in(cast.players[0])
    assert "How will you pay?" not in client.get(f"/events/{event.slug}/entry/").content.decode()


def test_pages_show_it_and_set_it(client: Client, cast: Cast, event: Event) -> None:
    entry = entered(cast, event)
    Event.objects.filter(pk=event.pk).update(starts_at="2999-01-01T12:00Z", ends_at="2999-01-01T16:00Z")
    path = entry_path(entry)
    assert "I promise to pay" in client.get(path).content.decode()
    client.post(path, {"act": "promise"})
    page = client.get(path).content.decode()
    assert ("promised" in page, "I promise to pay" in page) == (True, False)
    assert cast.director.account is not None
    client.force_login(cast.director.account)
    door = client.get(f"/events/{event.slug}/manage/check-in/").content.decode()
    assert "<dt>Promised</dt>" in door
    manage = f"/events/{event.slug}/manage/"
    sent = {"number": cast.players[1].number, "fee": "waived"}
    assert client.post(f"{manage}enter/", sent).status_code == 422
    assert client.post(f"{manage}enter/", {**sent, "why_free": "A guest."}).status_code == 302
    assert event.entries.get(person=cast.players[1]).fee_waived_for == "A guest."
