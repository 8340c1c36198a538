"""What may be done with a vote, by name, with what is said when it is done; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from sanctioning.people.models.person import Person
from tournaments.justice.votes.models import Vote
from tournaments.justice.votes.services.ballots import answer_vote, close_vote, enter_answer
from tournaments.justice.votes.services.votes import open_vote

Sent = Mapping[str, Any]
Act = Callable[[Person, Vote, Sent], Vote]


def _open(by: Person, vote: Vote, sent: Sent) -> Vote:
    return open_vote(
        by=by, vote=vote, secret=sent.get("secret") is True, penalised_by=sent.get("penalised_by", "")
    )


def _answer(by: Person, vote: Vote, sent: Sent) -> Vote:
    return answer_vote(by=by, vote=vote, answer=sent.get("answer", ""))


def _enter(by: Person, vote: Vote, sent: Sent) -> Vote:
    return enter_answer(by=by, vote=vote, player=sent.get("player", ""), answer=sent.get("answer", ""))


def _close(by: Person, vote: Vote, sent: Sent) -> Vote:
    return close_vote(by=by, vote=vote)


VOTE_ACTS: Final[Mapping[str, tuple[Act, str | Promise]]] = {
    "open": (_open, _("The demand is answered by a ruling.")),
    "answer": (_answer, _("Your answer is kept.")),
    "enter": (_enter, _("The answer is written down.")),
    "close": (_close, _("The vote is closed.")),
}
