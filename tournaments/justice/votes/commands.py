"""What is done with a vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sanctioning.kit.commands import Command, Commands, flag, one_of, words
from sanctioning.kit.wording.localised import lazily as _
from tournaments.justice.votes.models import Vote, Voter
from tournaments.justice.votes.services.ballots import answer_vote, close_vote, enter_answer, take_answer_back
from tournaments.justice.votes.services.votes import open_vote


@dataclass(frozen=True, slots=True)
class VoteStep:
    """`secret` and `penalised_by` open, `answer` answers, `player` and `answer` are of the roll call,
    and `player` of what is taken back."""

    secret: bool = flag()
    penalised_by: str = words(80)
    player: str = words(64)
    answer: str = one_of(Voter.Answer)


def _said_of_opening(vote: Vote) -> str:
    if vote.state == Vote.State.OPEN:
        return str(_("The vote is open. The table is told."))
    return str(_("The vote is refused by a ruling, which says why."))


VOTE_COMMANDS: Final = Commands[Vote, VoteStep, Vote](
    VoteStep,
    {
        "open": Command(
            lambda by, vote, asked: open_vote(
                by=by, vote=vote, secret=asked.secret, penalised_by=asked.penalised_by
            ),
            _said_of_opening,
        ),
        "answer": Command(
            lambda by, vote, asked: answer_vote(by=by, vote=vote, answer=asked.answer),
            _("Your answer is saved."),
        ),
        "enter": Command(
            lambda by, vote, asked: enter_answer(by=by, vote=vote, player=asked.player, answer=asked.answer),
            _("The answer is noted."),
        ),
        "take-back": Command(
            lambda by, vote, asked: take_answer_back(by=by, vote=vote, player=asked.player),
            _("The answer is taken back. Call them again."),
        ),
        "close": Command(lambda by, vote, asked: close_vote(by=by, vote=vote), _("The vote is closed.")),
    },
)
