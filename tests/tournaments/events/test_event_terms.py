"""What an event offers: fee, room, days of entries; what cannot be kept is refused by code and database."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from scoring.results.selectors.results import event_detail
from tests.cast import MARCH, Cast, registered_event
from tournaments.events.models.event import Event
from tournaments.events.terms import EventTerms

DAY = MARCH.date()
EVE = DAY - dt.timedelta(days=1)
MORROW = DAY + dt.timedelta(days=1)


def registered(cast: Cast, **terms: Any) -> Event:
    return registered_event(
        cast,
        "Spring Whoopie",
        ends_at=MARCH + dt.timedelta(hours=3),
        terms=EventTerms(**terms),
        at=MARCH - dt.timedelta(days=30),
    )


def test_terms_are_kept_exactly_and_told(cast: Cast) -> None:
    offered: dict[str, Any] = {
        "games_planned": 6,
        "entry_fee": Decimal("12.35"),
        "capacity": 24,
        "entries_from": EVE,
        "entries_until": DAY,
        "entry_requirements": "Members and their guests.",
        "answer_hours": 48,
    }
    event = registered(cast, **offered)
    event.refresh_from_db()
    assert event.terms == EventTerms(**offered)
    detail = event_detail(slug=event.slug, asker=cast.director)
    assert detail is not None
    assert {name: getattr(detail, name) for name in offered} == offered
    trail = AuditEntry.objects.get(action="register event")
    assert trail.after is not None
    assert trail.after["entry_fee"] == "12.35"


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"games_planned": 0}, "games_planned"),
        ({"entry_fee": Decimal("-0.01")}, "entry_fee"),
        ({"capacity": 2}, "capacity"),
        ({"answer_hours": 337}, "answer_hours"),
        ({"entries_from": DAY, "entries_until": EVE}, "entries_until"),
        ({"entries_until": MORROW}, "entries_until"),
        ({"entries_from": MORROW}, "entries_from"),
    ],
)
def test_terms_that_cannot_be_kept_are_refused(cast: Cast, terms: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refusal:
        registered(cast, **terms)
    assert (refusal.value.code, refusal.value.facts) == ("event-terms", {"field": field})
    assert not Event.objects.exists()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"games_planned": 0}, "event_plans_a_game"),
        ({"entry_fee": Decimal("-1.00")}, "event_fee_not_below_nothing"),
        ({"capacity": 2}, "event_has_room_for_a_game"),
        ({"entries_from": DAY, "entries_until": EVE}, "event_entries_close_after_they_open"),
        ({"cancelled_at": MARCH}, "event_cancelled_has_a_reason"),
    ],
)
def test_the_database_holds_the_same(cast: Cast, changes: dict[str, Any], constraint: str) -> None:
    event = registered(cast)
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(**changes)
