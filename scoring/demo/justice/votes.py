"""Votes of a table in the demo season: demanded and opened at once, and answered by several."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sanctioning.people.models.person import Person
from tournaments.games.game_families import family_of
from tournaments.games.models import Game
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.services.ballots import answer_vote, enter_answer
from tournaments.justice.votes.services.votes import demand_vote, open_vote


def people_at(game: Game) -> list[Person]:
    """Who sits at the table, in the order of the seats."""
    family = family_of(game)
    people = {player.record_id: player.person for player in family.players_of(game)}
    return [people[player] for player in family.table_of(family.games[game.pk])]


def open_demanded(
    executor: Person,
    by: Person,
    violation: Violation,
    motion: str,
    at: dt.datetime,
    terms: Mapping[str, Any] | None = None,
) -> Vote:
    vote = demand_vote(by=by, violation=violation, motion=motion, terms=dict(terms or {}), at=at)
    return open_vote(by=executor, vote=vote, at=at)


def enter_roll(
    by: Person, vote: Vote, people: Sequence[Person], answers: Sequence[str], at: dt.datetime
) -> None:
    """The executor calls the roll, and writes down what each answers."""
    for person, answer in zip(people, answers, strict=True):
        vote = enter_answer(by=by, vote=vote, player=person.number, answer=answer, at=at)


def answer_all(vote: Vote, people: Sequence[Person], answers: Sequence[str], at: dt.datetime) -> None:
    for person, answer in zip(people, answers, strict=True):
        vote = answer_vote(by=person, vote=vote, answer=answer, at=at)
