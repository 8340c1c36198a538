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
        lambda by, one, text: ask_club(by=by, club=one, question=text),
        _lazy("The question is with those who registered the club."),
    ),
    "answer": (
        lambda by, one, text: answer_for_club(by=by, club=one, answer=text),
        _lazy("Your answer is with the Managing Executor."),
    ),
    "approve": (
        lambda by, one, text: approve_club(by=by, club=one),
        _lazy("The club is approved; its officers hold their office from today."),
    ),
    "refuse": (
        lambda by, one, text: refuse_club(by=by, club=one, why=text),
        _lazy("The club is refused."),
    ),
    "withdraw": (
        lambda by, one, text: withdraw_club(by=by, club=one, why=text),
        _lazy("The application is withdrawn."),
    ),
    "apply": (
        lambda by, one, text: apply_again(by=by, club=one, why=text),
        _lazy("The application is with the Managing Executor again."),
    ),
    "close": (lambda by, one, text: close_club(by=by, club=one, why=text), _lazy("The club is closed.")),
    "open": (lambda by, one, text: open_again(by=by, club=one, why=text), _lazy("The club is open again.")),
}
