"""What is done with the application of an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.wording.localised import lazily as _
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
from sanctioning.sanctions.services.together import approve_together, withdraw_together
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event


@dataclass(frozen=True, slots=True)
class ApplicationStep:
    text: str = words(4000)


def _cancel(by: Person, sanction: Sanction, asked: ApplicationStep) -> Sanction:
    """A granted sanction ends with its event; there is no event without one, and none that lost it."""
    event = Event.objects.filter(sanction=sanction).first()
    if event is None or sanction.state != Sanction.State.GRANTED:
        return cancel_sanction(by=by, sanction=sanction, why=asked.text)
    cancel_event(by=by, event=event, why=asked.text)
    sanction.refresh_from_db()
    return sanction


def _approve_all(by: Person, sanction: Sanction, asked: ApplicationStep) -> Sanction:
    approve_together(by=by, sanction=sanction)
    return sanction


def _withdraw_all(by: Person, sanction: Sanction, asked: ApplicationStep) -> Sanction:
    withdraw_together(by=by, sanction=sanction, why=asked.text)
    return sanction


APPLICATION_COMMANDS: Final = Commands[Sanction, ApplicationStep, Sanction](
    ApplicationStep,
    {
        "submit": Command(
            lambda by, sanction, asked: submit_sanction(by=by, sanction=sanction),
            _("The application is with the Managing Executor."),
        ),
        "answer": Command(
            lambda by, sanction, asked: answer_sanction(by=by, sanction=sanction, answer=asked.text),
            _("Your answer is with the Managing Executor."),
        ),
        "withdraw": Command(
            lambda by, sanction, asked: withdraw_sanction(by=by, sanction=sanction, why=asked.text),
            _("The application is withdrawn."),
        ),
        "cancel": Command(_cancel, _("The sanction is cancelled, and so is the event.")),
        "return": Command(
            lambda by, sanction, asked: return_sanction(by=by, sanction=sanction, question=asked.text),
            _("The question is with the club."),
        ),
        "approve": Command(
            lambda by, sanction, asked: approve_sanction(by=by, sanction=sanction),
            _("The application is approved."),
        ),
        "approve-all": Command(_approve_all, _("All of them are approved.")),
        "withdraw-all": Command(_withdraw_all, _("All of them are withdrawn.")),
        "refuse": Command(
            lambda by, sanction, asked: refuse_sanction(by=by, sanction=sanction, why=asked.text),
            _("The application is refused."),
        ),
    },
)
