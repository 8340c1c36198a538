"""Registration at the door of a Bid Whist tournament: the late fee, the doors, and who lets in."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from functools import partial

import pytest

from sanctioning.kit.audit.models import AuditEntry
from tests.cast import Cast
from tests.support.refusals import refusal_of
from tests.support.team_events import newcomers, signed_in, team_event
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import entry_list
from tournaments.entries.services.check_in import settle_entry_fee
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.teams.models.team import Team
from tournaments.teams.selectors.teams import teams_and_head
from tournaments.teams.services.invitations import accept_invitation, invite_team
from tournaments.teams.services.teams import enter_team

FEE = Decimal(50)


@pytest.fixture
def event(cast: Cast) -> Event:
    event = team_event(cast, "bid-whist", "cardsharks")
    event.entry_fee, event.entries_until = FEE, event.first_day - dt.timedelta(days=3)
    event.save(update_fields=["entry_fee", "entries_until"])
    return event


def entered(cast: Cast, event: Event, minutes: float, why: str = "") -> Team:
    pair = dict(zip("AB", newcomers(cast, 2), strict=True))
    at = event.starts_at + dt.timedelta(minutes=minutes)
    return enter_team(by=cast.director, event=event, name=f"{minutes}", players=pair, late_for=why, at=at)


@pytest.mark.parametrize(
    ("minutes", "late"), [(-3 * 24 * 60, 0), (-30, 0), (0, 0), (0.1, 10), (15, 10), (20, 10)]
)
def test_ten_dollars_more_after_the_start(cast: Cast, event: Event, minutes: float, late: int) -> None:
    team = entered(cast, event, minutes, "The Director lets them in." if minutes > 15 else "")
    fees = Entry.objects.filter(memberships__team=team).values_list("fee", "late_fee")
    assert list(fees) == [(FEE, Decimal(late))] * 2
    assert entry_list(event).unpaid == 2 * (FEE + late)
    [head], _event = teams_and_head(event, {})
    assert {entry.late_fee for entry in head.entries.values()} == {100 * late}


def test_who_paid_the_late_fee_paid_both(cast: Cast, event: Event) -> None:
    team = entered(cast, event, 5)
    entry = team.members.get(letter="A").entry
    settle_entry_fee(by=cast.director, entry=entry, to="paid", at=event.starts_at)
    audited = AuditEntry.objects.get(action="settle entry fee").after
    assert audited is not None
    assert audited["amount"] == "60.00"
    entry.refresh_from_db()
    assert (entry.paid_at, entry_list(event).paid) == (event.starts_at, Decimal(60))


def test_after_the_doors_only_the_director_lets_in(cast: Cast, event: Event) -> None:
    wrong = refusal_of(entered, cast, event, 15.1)
    assert (wrong.code, wrong.rule, wrong.facts) == ("doors-closed", "B-7/2", {"field": "late_for"})
    team = entered(cast, event, 15.1, "Their car broke down.")
    assert {entry.late_for for entry in Entry.objects.filter(memberships__team=team)} == {
        "Their car broke down."
    }


def test_the_pages_ask_for_the_reason_without_a_closing_date_too(cast: Cast, event: Event) -> None:
    event.entries_until = None
    event.save(update_fields=["entries_until"])
    address = f"/events/{event.slug}/teams/"
    assert 'name="late_for"' in signed_in(cast.director).get(address).content.decode()


def test_online_until_the_closing_date(cast: Cast, event: Event) -> None:
    """A pair registers itself: one names it, the other says yes, both on the closing date at the latest."""
    early, other, *_others = cast.players
    named = partial(invite_team, by=early, event=event, name="Aces", players={"A": early, "B": other})
    day = dt.timedelta(days=1)
    last = event.starts_at - 3 * day
    for at in (last + day, event.starts_at + dt.timedelta(minutes=1)):
        assert refusal_of(named, at=at).code == "entries-closed"
    invitation = named(at=last - day)
    wrong = refusal_of(accept_invitation, by=other, invitation=invitation, at=last + day)
    assert (wrong.code, event.entries.count()) == ("entries-closed", 0)
    accept_invitation(by=other, invitation=invitation, at=last)
    fees = event.entries.values_list("person", "state", "fee", "late_fee")
    assert set(fees) == {(who.pk, "entered", FEE, Decimal(0)) for who in (early, other)}
    alone = partial(enter_event, by=cast.players[2], event=event, person=cast.players[2])
    assert refusal_of(alone, at=last).code == "enter-as-a-team"
