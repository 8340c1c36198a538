"""What is done with a club."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

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
from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.wording.localised import lazily as _


@dataclass(frozen=True, slots=True)
class Text:
    text: str = words(4000)


CLUB_COMMANDS: Final = Commands[Club, Text, Club](
    Text,
    {
        "ask": Command(
            lambda by, club, asked: ask_club(by=by, club=club, question=asked.text),
            _("Your question is with the people who registered the club."),
        ),
        "answer": Command(
            lambda by, club, asked: answer_for_club(by=by, club=club, answer=asked.text),
            _("Your answer is with the Managing Executor."),
        ),
        "approve": Command(
            lambda by, club, asked: approve_club(by=by, club=club),
            _("The club is approved. Its officers hold their office from today."),
        ),
        "refuse": Command(
            lambda by, club, asked: refuse_club(by=by, club=club, why=asked.text), _("The club is refused.")
        ),
        "withdraw": Command(
            lambda by, club, asked: withdraw_club(by=by, club=club, why=asked.text),
            _("The application is withdrawn."),
        ),
        "apply": Command(
            lambda by, club, asked: apply_again(by=by, club=club, why=asked.text),
            _("The application is back with the Managing Executor."),
        ),
        "close": Command(
            lambda by, club, asked: close_club(by=by, club=club, why=asked.text), _("The club is closed.")
        ),
        "open": Command(
            lambda by, club, asked: open_again(by=by, club=club, why=asked.text), _("The club is open again.")
        ),
    },
)
