"""Rolls, answers and results of votes, through the services, and what a carried motion brings."""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from sanctioning.bars.models import Bar
from sanctioning.kit.clock import noon
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles
from sanctioning.law.services.versions import adopt_law, draft_law
from tests.cast import MARCH, Cast, make_cast, sanctioned_event
from tests.support import bulk
from tests.support.play import drawn_table, play
from tests.support.racing import all_at_once
from tests.support.refusals import refused
from tests.support.votes import BAR, POINTS, answered, charged, closed, opened, violation_found
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.justice.votes.models import Violation, Vote, Voter
from tournaments.justice.votes.selectors.votes import (
    matters_of,
    open_votes_unanswered_by,
    vote_page,
    votes_ruled_by,
)
from tournaments.justice.votes.services.ballots import answer_vote, close_vote, enter_answer
from tournaments.justice.votes.services.votes import demand_vote, open_vote
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.services.seating import get_up

# Written out by hand: what carries at a table of so many, each against the plain sum of the rule text.
NEEDED = {
    "find-intentional-revoke": lambda voters, ayes: 3 * ayes >= 2 * voters,
    "find-chaotic-action": lambda voters, ayes: 4 * ayes >= 3 * voters,
}


@pytest.mark.parametrize("seated", [3, 4, 5, 7, 10])
@pytest.mark.parametrize("kind", ["intentional-revoke", "chaotic-action"])
def test_a_finding_at_just_under_and_just_over_its_threshold(cast: Cast, seated: int, kind: str) -> None:
    players = cast.players[:seated]
    table = drawn_table(cast, players)
    motion = f"find-{kind}"
    enough = next(ayes for ayes in range(seated + 1) if NEEDED[motion](seated, ayes))
    for ayes in sorted({enough - 1, enough, min(seated, enough + 1)}):
        violation = charged(table, players[0], players[1], kind=kind)
        vote = answered(cast, opened(cast, violation, players[0], motion), players, ayes)
        assert (vote.state, vote.carried) == ("closed", ayes >= enough)
        assert (vote.electorate, vote.needed, vote.ayes) == (seated, enough, ayes)
        assert Amendment.objects.filter(vote=vote).count() == (ayes >= enough)


@pytest.mark.both_databases
def test_a_roll_call_finds_the_offender_and_writes_the_named_roll(cast: Cast, game: Game) -> None:
    ash, birch, cedar, dogwood = cast.players[:4]
    violation = charged(game, ash, birch)
    vote = opened(cast, violation, ash, "find-chaotic-action")
    assert {voter.player.person for voter in vote.roll.all()} == set(cast.players[:4])
    assert open_votes_unanswered_by(ash).get() == vote
    for player, answer in ((ash, "aye"), (birch, "no"), (cedar, "aye")):
        enter_answer(by=cast.executor, vote=vote, player=player.number, answer=answer, at=MARCH)
    assert vote.roll.filter(entered_by=cast.executor).count() == 3
    vote = answer_vote(by=dogwood, vote=vote, answer="aye", at=MARCH)
    assert (vote.carried, vote.reason) == (True, "3 of 4 current players; three quarters is 3.")
    violation.refresh_from_db()
    assert violation.found_at == MARCH
    [amendment] = Amendment.objects.filter(vote=vote)
    assert (amendment.stanza, amendment.removes) == (1, [])
    roll = {ash.number: "aye", birch.number: "no", cedar.number: "aye", dogwood.number: "aye"}
    assert amendment.adds == [
        {"kind": "type-2-finding", "player": birch.number, "grounds": "chaotic-action", "roll": roll}
        | {"voted_after": 0}
    ]
    messages = Message.objects.filter(kind="vote-closed")
    assert {message.to for message in messages} == set(cast.players[:4])
    assert not open_votes_unanswered_by(ash)
    assert not votes_ruled_by(cast.executor)


@pytest.mark.both_databases
def test_who_abstains_or_is_absent_counts_as_no_aye(cast: Cast, game: Game) -> None:
    players = cast.players[:4]
    vote = opened(cast, charged(game, players[0], players[1]), players[0], "find-chaotic-action")
    answer_vote(by=players[0], vote=vote, answer="aye", at=MARCH)
    answer_vote(by=players[2], vote=vote, answer="aye", at=MARCH)
    answer_vote(by=players[3], vote=vote, answer="abstain", at=MARCH)
    vote = closed(cast, vote)
    assert (vote.ayes, vote.noes, vote.abstained, vote.absent, vote.carried) == (2, 0, 1, 1, False)
    assert not Amendment.objects.exists()
    page = vote_page(vote=vote, asker=players[1])
    assert page is not None
    assert page.vote.sum == "2 ayes; ¾ of the 4 current players is 3"
    assert closed(cast, vote).pk == vote.pk
    refused("vote-closed", answer_vote, by=players[1], vote=vote, answer="no")
    with pytest.raises(DatabaseError), transaction.atomic():
        Vote.objects.filter(pk=vote.pk).update(carried=True)


def test_points_and_an_adjusted_score_follow_a_finding(cast: Cast, game: Game) -> None:
    players = cast.players[:4]
    ash, birch = players[:2]
    violation = violation_found(cast, game, players, birch, kind="intentional-revoke")
    points = answered(cast, opened(cast, violation, ash, "type-2-points", POINTS), players, 3)
    adjusted = opened(cast, violation, ash, "type-2-adjusted-score", {"points": 3, "injured": ash.number})
    adjusted = answered(cast, adjusted, players, 3)
    assert (points.carried, points.needed, adjusted.carried, adjusted.needed) == (True, 3, True, 3)
    kinds = {
        amendment.adds[0]["kind"]: {key: amendment.adds[0][key] for key in ("player", "points")}
        for amendment in Amendment.objects.exclude(vote__motion__startswith="find")
    }
    assert kinds == {
        "type-2-penalty": {"player": birch.number, "points": 4},
        "adjusted-score": {"player": ash.number, "points": 3},
    }
    put: dict[str, Any] = {"by": ash, "violation": violation}
    refused("decided-already", demand_vote, **put, motion="type-2-points", terms=POINTS)
    again = {"points": 1, "injured": ash.number}
    refused("decided-already", demand_vote, **put, motion="type-2-adjusted-score", terms=again)
    other = {"points": 1, "injured": players[2].number}
    assert demand_vote(**put, motion="type-2-adjusted-score", terms=other, at=MARCH).state == "demanded"


def test_half_is_no_majority_unless_the_articles_count_votes_cast(cast: Cast) -> None:
    players = cast.players[:4]
    april = noon(dt.date(2025, 4, 1))
    body = {**EXAMPLE_ARTICLES, "simple_majority_of": "cast"}
    second = draft_law(
        by=cast.managing, law=Articles, title="Second", first_day=april.date(), body=body, at=MARCH
    )
    adopt_law(by=cast.managing, version=second, at=MARCH)
    for name, carried, days in (("Of The Entitled", False, 0), ("Of The Cast", True, 60)):
        event = sanctioned_event(cast, name=name, at=MARCH + dt.timedelta(days=days))
        game = drawn_table(cast, players, event=event)
        play(cast, game, 1, Random(1))
        violation = violation_found(cast, game, players, players[1])
        vote = opened(cast, violation, players[0], "type-2-points", {"points": 2})
        for player, answer in zip(players, ("aye", "aye", "no", "abstain"), strict=True):
            vote = answer_vote(by=player, vote=vote, answer=answer, at=MARCH)
        page = vote_page(vote=vote, asker=players[0])
        assert page is not None
        assert (vote.carried, vote.needed) == (carried, 2 if carried else 3)
        bases = [amendment.adds[0].get("majority_of") for amendment in vote.amendments.all()]
        assert bases == (["cast"] if carried else [])
        findings = Sheet.objects.get(game=game).check_document["findings"]
        assert [finding["message"] for finding in findings if finding["code"] == "incident-unsupported"] == []
        base = "3 votes cast" if carried else "4 current players"
        assert page.vote.sum == f"2 ayes; more than half of the {base} is {vote.needed}"


def test_an_offender_who_walked_out_stops_no_vote(cast: Cast) -> None:
    players = cast.players[:5]
    game = drawn_table(cast, players)
    play(cast, game, 1, Random(1))
    violation = charged(game, players[0], players[1])
    get_up(by=cast.director, game=game, person=players[1], at=MARCH)
    vote = opened(cast, violation, players[0], "find-chaotic-action")
    assert (vote.state, vote.electorate) == ("open", 4)
    here = [players[0], *players[2:]]
    assert answered(cast, vote, here, 3).carried
    bar = opened(cast, violation, players[0], "type-2-bar", BAR)
    assert (bar.electorate, bar.needed) == (4, 3)


def test_a_third_improper_information_is_found_without_a_vote_and_waits_for_one(
    cast: Cast, game: Game
) -> None:
    players = cast.players[:4]
    facts = {"player": players[1].number, "act": "looked"}
    for _ in range(3):
        rule_on(
            by=cast.executor,
            game=game,
            what="He looked.",
            reason="Seen by all.",
            irregularity="improper-information",
            facts=facts,
            stanza=1,
            at=MARCH,
        )
    violation = Violation.objects.get()
    assert (violation.kind, violation.found_at) == ("improper-information", MARCH)
    [third] = Amendment.objects.filter(adds__0__kind="type-2-finding")
    assert "points" not in third.adds[0]
    vote = opened(cast, violation, players[0], "type-2-points", {"points": 1})
    assert answered(cast, vote, players, 3).carried
    put = {"by": players[0], "violation": violation, "motion": "find-chaotic-action"}
    refused("terms-unreadable", demand_vote, **put)


def test_a_history_asks_as_often_for_three_votes_as_for_three_hundred(cast: Cast, game: Game) -> None:
    players = cast.players[:4]
    [vote] = violation_found(cast, game, players, players[1]).votes.all()

    def asked_with(more: int) -> tuple[int, int]:
        charges = bulk.copies(vote.violation, more)
        bulk.copies(vote.violation.offenders.get(), more, violation_id=lambda n: charges[n - 1].pk)
        votes = bulk.copies(vote, more, violation_id=lambda n: charges[n - 1].pk, ruling_id=None)
        bulk.copies(vote.roll.all()[0], more, vote_id=lambda n: votes[n - 1].pk)
        with CaptureQueriesContext(connection) as queries:
            matters = matters_of(game=game, asker=players[0])
        assert matters is not None
        return len(matters.violations), len(queries)

    found_few, few = asked_with(2)
    assert (found_few, asked_with(297)) == (3, (300, few))


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_voters_answer_and_executors_open_and_close_at_once() -> None:
    cast = make_cast()
    players = cast.players[:7]
    game = drawn_table(cast, players)
    violation = charged(game, players[0], players[1])
    vote = demand_vote(by=players[0], violation=violation, motion="find-chaotic-action", at=MARCH)
    both = all_at_once([lambda: open_vote(by=cast.executor, vote=vote, at=MARCH)] * 2)
    assert [getattr(row, "state", row) for row in both] == ["open", "open"]
    assert Ruling.objects.filter(kind="vote").count() == 1
    assert Voter.objects.filter(vote=vote).count() == 7
    acts = [
        lambda player=player: answer_vote(by=player, vote=vote, answer="aye", at=MARCH)
        for player in [*players, players[0]]
    ]
    assert [answer for answer in all_at_once(acts) if isinstance(answer, Exception)] == []
    vote.refresh_from_db()
    assert (vote.state, vote.ayes, vote.carried) == ("closed", 7, True)
    assert Amendment.objects.filter(vote=vote).count() == 1
    bar = opened(cast, violation, players[0], "type-2-bar", BAR, secret=True)
    for player in [players[0], *players[2:6]]:
        answer_vote(by=player, vote=bar, answer="aye", at=MARCH)
    closing = [lambda: close_vote(by=cast.executor, vote=bar, at=MARCH)] * 2
    ends = all_at_once([*closing, lambda: answer_vote(by=players[6], vote=bar, answer="no", at=MARCH)])
    bar.refresh_from_db()
    assert (bar.state, bar.ayes, bar.carried) == ("closed", 5, True)
    assert (bar.noes or 0) + (bar.absent or 0) == 1
    assert {answer.code for answer in ends if isinstance(answer, Refusal)} <= {"vote-closed"}
    assert Bar.objects.count() == 1
