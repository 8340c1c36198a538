"""Votes of a table in the demo season: a chaotic act found by roll call, a bar for which too few said aye, a
penalty that is voted on now, and a demand that waits for the Acting Executor.
"""

from __future__ import annotations

import datetime as dt

from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.games.services.game_families import family_of
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.services.ballots import answer_vote, close_vote, enter_answer
from tournaments.justice.votes.services.charges import charge
from tournaments.justice.votes.services.votes import demand_vote, open_vote

MINUTE = dt.timedelta(minutes=1)


def vote_at(game: Game, executor: Person, at: dt.datetime) -> None:
    """On a table of seven, the offender among them, whose clock stands at that moment."""
    family = family_of(game)
    table = family.table_of(family.games[game.pk])
    people = {player.record_id: player.person for player in family.players_of(game)}
    accuser, offender, *others = table
    thrown = charge(
        by=people[accuser],
        game=game,
        kind=Violation.Kind.CHAOTIC_ACTION,
        stanza=3,
        act="He bid the whole hand aloud before the deal, to spoil it for the others.",
        offenders=[offender],
        at=at,
    )
    chaotic = _opened(executor, people[accuser], thrown, "find-chaotic-action", at, {})
    for player in table:
        answer = "no" if player == offender else "aye"
        chaotic = enter_answer(by=executor, vote=chaotic, player=player, answer=answer, at=at + MINUTE)
    bar = _opened(
        executor, people[others[0]], thrown, "type-2-bar", at + MINUTE, {"scope": [{"kind": "rest-of-game"}]}
    )
    for player, answer in zip((accuser, *others), ("aye", "no", "no", "aye", "no"), strict=False):
        answer_vote(by=people[player], vote=bar, answer=answer, at=at + 2 * MINUTE)
    close_vote(by=executor, vote=bar, at=at + 3 * MINUTE)
    running = _opened(
        executor,
        people[accuser],
        thrown,
        "type-2-points",
        at + 3 * MINUTE,
        {"points": 2, "fails_bid": False},
    )
    for player in (accuser, others[0]):
        answer_vote(by=people[player], vote=running, answer="aye", at=at + 4 * MINUTE)
    demand_vote(
        by=people[others[1]],
        violation=thrown,
        motion="type-2-adjusted-score",
        terms={"points": 1, "injured": others[1]},
        at=at + 4 * MINUTE,
    )


def _opened(
    executor: Person,
    by: Person,
    violation: Violation,
    motion: str,
    at: dt.datetime,
    terms: dict[str, object],
) -> Vote:
    vote = demand_vote(by=by, violation=violation, motion=motion, terms=terms, at=at)
    return open_vote(by=executor, vote=vote, at=at)
