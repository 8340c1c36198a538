"""The steps of a club by name, each with the words that go with it; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable

from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import (
    answer_for_club,
    apply_again,
    approve_club,
    ask_club,
    close_club,
    open_again,
    refuse_club,
    withdraw_club,
)
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person

Act = Callable[[Person, Club, str], Club]

# What each button does with the words beside it, and what is said when it is done.
CLUB_ACTS: dict[str, tuple[Act, str]] = {
    "ask": (
        lambda by, club, text: ask_club(by=by, club=club, question=text),
        _lazy("The question is with those who registered the club."),
    ),
    "answer": (
        lambda by, club, text: answer_for_club(by=by, club=club, answer=text),
        _lazy("Your answer is with the Managing Executor."),
    ),
    "approve": (
        lambda by, club, text: approve_club(by=by, club=club),
        _lazy("The club is approved; its officers hold their office from today."),
    ),
    "refuse": (
        lambda by, club, text: refuse_club(by=by, club=club, why=text),
        _lazy("The club is refused."),
    ),
    "withdraw": (
        lambda by, club, text: withdraw_club(by=by, club=club, why=text),
        _lazy("The application is withdrawn."),
    ),
    "apply": (
        lambda by, club, text: apply_again(by=by, club=club, why=text),
        _lazy("The application is with the Managing Executor again."),
    ),
    "close": (lambda by, club, text: close_club(by=by, club=club, why=text), _lazy("The club is closed.")),
    "open": (lambda by, club, text: open_again(by=by, club=club, why=text), _lazy("The club is open again.")),
}
