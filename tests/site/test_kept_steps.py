"""Steps that tests begin with are put back as they were taken, and only where nothing else was written."""

from __future__ import annotations

import pytest
from django.db import transaction

from scoring.results.models import Certification
from tests.cast import (
    Cast,
    cast,
    certified,
    make_cast,
    open_table,
    record_of,
    reported,
    sanctioned_event,
)
from tests.support import kept_steps
from tests.support.kept import Rows, all_rows
from tests.support.kept_steps import kept_step
from tournaments.events.models.event import Event

__all__ = ["cast"]

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]


class Everything(set[object]):
    def __contains__(self, _course: object) -> bool:
        return True


@pytest.fixture(autouse=True)
def steps_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if each had been taken before, but none kept."""
    monkeypatch.setattr(kept_steps, "_steps", {})
    monkeypatch.setattr(kept_steps, "_taken", Everything())


def kept() -> int:
    return sum(step is not None for step in kept_steps._steps.values())


def played() -> tuple[Certification, Rows]:
    """A game as many tests begin with it, another with a report that took the place of the one before, and
    all that is there then; afterwards it never was."""
    with transaction.atomic():
        cast = make_cast()
        event = sanctioned_event(cast)
        certification = certified(cast, event, cast.players[:4])
        twice, record = open_table(cast, event, cast.players[4:8]), record_of(cast.players[4:8])
        for key in ("first", "in its place"):
            reported(cast, twice, {**record, "id": key}, key=key)
        rows = all_rows()
        transaction.set_rollback(True)
    return certification, rows


def test_what_is_put_back_is_what_was_taken_to_the_byte(db: None) -> None:
    first, rows = played()
    taken = dict(kept_steps._steps)
    again, put_back = played()
    assert again == first
    assert again is not first
    assert kept_steps._steps == taken
    assert None not in taken.values()
    assert {model: sorted(map(repr, held)) for model, held in put_back.items()} == {
        model: sorted(map(repr, held)) for model, held in rows.items()
    }


def test_a_step_is_kept_when_it_is_taken_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_steps, "_taken", set())
    first, _ = played()
    assert kept() == 0
    again, _ = played()
    assert kept() == len(kept_steps._taken)
    assert again == first


def test_what_was_written_otherwise_ends_the_course(cast: Cast) -> None:
    event = sanctioned_event(cast)
    Event.objects.filter(pk=event.pk).update(place="Elsewhere")
    open_table(cast, event, cast.players[:4])
    assert kept() == 1


def test_what_was_rolled_back_ends_the_course(cast: Cast) -> None:
    with transaction.atomic():
        sanctioned_event(cast)
        transaction.set_rollback(True)
    sanctioned_event(cast, name="Another")
    assert kept() == 1
    assert Event.objects.count() == 1


def test_a_step_that_changes_what_it_was_given_is_always_taken(cast: Cast) -> None:
    event = sanctioned_event(cast)

    @kept_step
    def moved(event: Event) -> Event:
        event.place = "Elsewhere"
        event.save()
        return event

    assert moved(event) is event
    assert kept() == 1
