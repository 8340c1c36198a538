"""The steps of an application by name, each with the words that go with it; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable

from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import (
    answer_sanction,
    approve_sanction,
    cancel_sanction,
    refuse_sanction,
    return_sanction,
    submit_sanction,
    withdraw_sanction,
)
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event

Act = Callable[[Person, Sanction, str], Sanction]

# What each button does with the words beside it, and what is said when it is done.
ACTS: dict[str, tuple[Act, str]] = {
    "submit": (
        lambda by, sanction, text: submit_sanction(by=by, sanction=sanction),
        _lazy("The application is with the Managing Executor."),
    ),
    "answer": (
        lambda by, sanction, text: answer_sanction(by=by, sanction=sanction, answer=text),
        _lazy("Your answer is with the Managing Executor."),
    ),
    "withdraw": (
        lambda by, sanction, text: withdraw_sanction(by=by, sanction=sanction, why=text),
        _lazy("The application is withdrawn."),
    ),
    "cancel": (
        lambda by, sanction, text: _cancel(by, sanction, text),
        _lazy("The sanction is cancelled, and the event with it."),
    ),
    "return": (
        lambda by, sanction, text: return_sanction(by=by, sanction=sanction, question=text),
        _lazy("The question is with the club."),
    ),
    "approve": (
        lambda by, sanction, text: approve_sanction(by=by, sanction=sanction),
        _lazy("The application is approved."),
    ),
    "refuse": (
        lambda by, sanction, text: refuse_sanction(by=by, sanction=sanction, why=text),
        _lazy("The application is refused."),
    ),
}


def _cancel(by: Person, sanction: Sanction, why: str) -> Sanction:
    """A granted sanction ends with its event; there is no event without one, and none that lost it."""
    event = Event.objects.filter(sanction=sanction).first()
    if event is None or sanction.state != Sanction.State.GRANTED:
        return cancel_sanction(by=by, sanction=sanction, why=why)
    cancel_event(by=by, event=event, why=why)
    sanction.refresh_from_db()
    return sanction
