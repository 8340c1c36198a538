"""Answering in a vote, on one's own phone or at a roll call, and closing it.

Invariants: each on the roll answers once; a secret answer is kept without whose it is, and nothing is written
of the order in which they came; whoever did not answer was absent; closing is final, comes by itself when all
have answered, and happens once; what a carried motion brings follows in the same transaction.
Rule section: III; W-102, W-104, W-108 to W-112, readings 47, 50, 53 and 54.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice import votes
from rules_engine.justice.votes import Motion
from sanctioning.identity.same_person import same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.games.services.revisions import changed
from tournaments.justice.votes.models import SecretBallot, Vote, Voter
from tournaments.justice.votes.notifications import tell_of_result
from tournaments.justice.votes.services.current_players import RULE, VotersTable, locked_table
from tournaments.justice.votes.services.effects import bring_about
from tournaments.justice.votes.services.votes import locked_vote, majority_of, require_rules

State = Vote.State
Answer = Voter.Answer


@looks_again
def answer_vote(*, by: Person, vote: Vote, answer: str, at: dt.datetime | None = None) -> Vote:
    """Answer for oneself: aye, no or abstain. The last answer closes the vote.

    Raises:
        Refusal: `answer-unknown`, `answered-already`, `bar-unreadable`, `not-allowed`, `vote-closed`,
            `vote-state`.
    """
    at = moment(at)
    table, vote = _opened(vote)
    own = next((voter for voter in _roll(vote) if same_person(by, voter.player.person)), None)
    if own is None:
        deny(
            what=_("answer in this vote"),
            who=_("the players who sat at the table when it was opened"),
            rule=RULE,
        )
    return _answered(table, vote, own, answer, by=by, at=at)


@transaction.atomic
def enter_answer(*, by: Person, vote: Vote, player: str, answer: str, at: dt.datetime | None = None) -> Vote:
    """Write down what a player said when his name was called; a secret vote has no roll call.

    Raises:
        Refusal: `answer-unknown`, `answered-already`, `bar-unreadable`, `not-allowed`, `not-on-the-roll`,
            `secret-vote`, `vote-closed`, `vote-state`.
    """
    at = moment(at)
    table, vote = _opened(vote)
    require_rules(by, at, table, _("take the roll call"))
    if vote.secret:
        raise Refusal(
            code="secret-vote",
            sentence=_("This vote is secret: nobody can enter another person's answer."),
            rule=RULE,
            remedy=_("Let each player answer on their own device."),
        )
    voter = next((voter for voter in _roll(vote) if voter.player.record_id == player), None)
    if voter is None:
        raise Refusal(
            code="not-on-the-roll",
            sentence=_("%(player)s is not on the roll of this vote.") % {"player": player or _("Nobody")},
            rule=RULE,
            remedy=_("Call those who are on the roll."),
            status=422,
        )
    return _answered(table, vote, voter, answer, by=by, at=at)


@transaction.atomic
def take_answer_back(*, by: Person, vote: Vote, player: str, at: dt.datetime | None = None) -> Vote:
    """Take back what was written down wrongly at the roll call, until the vote is closed; what somebody
    answered on their own device stays.

    Raises:
        Refusal: `not-allowed`, `not-entered-here`, `vote-closed`, `vote-state`.
    """
    at = moment(at)
    table, vote = _opened(vote)
    require_rules(by, at, table, _("take the roll call"))
    if vote.state == State.CLOSED:
        raise _closed()
    voter = next((voter for voter in _roll(vote) if voter.player.record_id == player), None)
    if voter is None or not voter.answered or voter.entered_by_id is None:
        raise Refusal(
            code="not-entered-here",
            sentence=_("No answer of this player was noted at the roll call."),
            rule=_("An answer in a vote is given once."),
            remedy=_("Look at the roll as it is now."),
        )
    before = {"player": player, "answer": voter.answer}
    voter.answered, voter.answer, voter.entered_by = False, "", None
    voter.save(update_fields=["answered", "answer", "entered_by"])
    note(by=by, at=at, action="take vote answer back", thing=vote, before=before)
    return vote


@transaction.atomic
def close_vote(*, by: Person, vote: Vote, at: dt.datetime | None = None) -> Vote:
    """Count what was answered; whoever did not was absent, which counts as no aye.

    Raises:
        Refusal: `bar-unreadable`, `not-allowed`, `vote-state`.
    """
    at = moment(at)
    table = locked_table(vote.violation.game)
    vote = locked_vote(vote, table)
    require_rules(by, at, table, _("close a vote"))
    if vote.state == State.CLOSED:
        return vote
    _require_open(vote)
    return _close(table, vote, by=by, at=at)


def end_vote(*, vote: Vote, by: Person, why: str, at: dt.datetime) -> Vote:
    """Close an open vote that rests on what fell: it carries nothing. The caller holds the locks."""
    roll = _roll(vote)
    _count(vote, roll)
    vote.needed = vote.needed or 0
    return _closed_for_good(vote, roll, carried=False, reason=why, by=by, at=at)


def _answered(
    table: VotersTable, vote: Vote, voter: Voter, answer: str, *, by: Person, at: dt.datetime
) -> Vote:
    if answer not in Answer.values:
        raise Refusal(
            code="answer-unknown",
            sentence=_("An answer is aye, no or abstain."),
            rule=RULE,
            remedy=_("Choose one of the three."),
            status=422,
        )
    if vote.state == State.CLOSED or voter.answered:
        _require_the_same(vote, voter, answer)
        return vote
    if vote.secret:
        SecretBallot.objects.create(vote=vote, answer=answer)
    voter.answered, voter.answer = True, "" if vote.secret else answer
    voter.entered_by = None if same_person(by, voter.player.person) else by
    voter.save(update_fields=["answered", "answer", "entered_by"])
    if not vote.secret:
        after = {"player": voter.player.record_id, "answer": answer}
        note(by=by, at=at, action="answer vote", thing=vote, after=after)
    if not vote.roll.filter(answered=False).exists():
        return _close(table, vote, by=by, at=at)
    return vote


def _require_the_same(vote: Vote, voter: Voter, answer: str) -> None:
    """An answer sent twice is one; another is none."""
    if voter.answered and not vote.secret and voter.answer == answer:
        return
    if vote.state == State.CLOSED and not voter.answered:
        raise _closed()
    raise Refusal(
        code="answered-already",
        sentence=_("%(player)s has already answered.") % {"player": voter.player.person.name},
        rule=_("An answer in a vote is given once."),
        remedy=_("Wait for the result."),
    )


def _close(table: VotersTable, vote: Vote, *, by: Person, at: dt.datetime) -> Vote:
    roll = _roll(vote)
    ayes, noes, abstained, absent = _count(vote, roll)
    motion = Motion(vote.motion)
    assert vote.electorate is not None
    assert vote.seated is not None
    result = votes.decide_vote(
        motion,
        current=vote.seated,
        offenders=vote.seated - vote.electorate if motion in votes.BARS else 0,
        ayes=ayes,
        noes=noes,
        abstain=abstained,
        absent=absent,
        majority_of=majority_of(table.game, motion),
    )
    vote.needed = result.needed
    _closed_for_good(vote, roll, carried=result.carried, reason=result.reason, by=by, at=at)
    changed(table.game)
    if vote.carried:
        bring_about(by=by, at=at, table=table, vote=vote, roll=_said(roll))
    return vote


def _count(vote: Vote, roll: Iterable[Voter]) -> tuple[int, int, int, int]:
    """Ayes, noes, abstentions and absentees, as they are kept."""
    answers = _given(vote, roll)
    assert vote.electorate is not None
    ayes, noes, abstained = (answers.count(answer) for answer in Answer)
    absent = vote.electorate - len(answers)
    vote.ayes, vote.noes, vote.abstained, vote.absent = ayes, noes, abstained, absent
    return ayes, noes, abstained, absent


def _closed_for_good(
    vote: Vote, roll: Iterable[Voter], *, carried: bool, reason: str, by: Person, at: dt.datetime
) -> Vote:
    vote.state, vote.closed_at = State.CLOSED, at
    vote.carried, vote.reason = carried, reason
    vote.save()
    after = {"carried": vote.carried, "ayes": vote.ayes, "of": vote.electorate, "needed": vote.needed}
    entry = note(by=by, at=at, action="close vote", thing=vote, why=vote.reason, after=after)
    tell_of_result(by=by, at=at, vote=vote, voters=[voter.player for voter in roll], entry=entry)
    return vote


def _given(vote: Vote, roll: Iterable[Voter]) -> list[str]:
    if vote.secret:
        return list(vote.ballots.values_list("answer", flat=True))
    return [voter.answer for voter in roll if voter.answered]


def _said(roll: Iterable[Voter]) -> dict[str, str]:
    """The roll as a record writes it down."""
    return {voter.player.record_id: voter.answer or "absent" for voter in roll}


def _roll(vote: Vote) -> list[Voter]:
    return list(vote.roll.select_related("player__person__merged_into").order_by("place"))


def _opened(vote: Vote) -> tuple[VotersTable, Vote]:
    """A vote under its locks that was opened; an answer sent again may find it closed."""
    table = locked_table(vote.violation.game)
    vote = locked_vote(vote, table)
    if vote.state != State.CLOSED:
        _require_open(vote)
    return table, vote


def _require_open(vote: Vote) -> None:
    if vote.state != State.OPEN:
        raise Refusal(
            code="vote-state",
            sentence=_("This vote is %(state)s.") % {"state": vote.get_state_display()},
            rule=RULE,
            remedy=_("Only an open vote can be answered and closed."),
        )


def _closed() -> Refusal:
    return Refusal(
        code="vote-closed",
        sentence=_("This vote is closed."),
        rule=_("A closed vote is final."),
        remedy=_("See its result."),
    )
