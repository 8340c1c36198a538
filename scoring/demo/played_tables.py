"""Records of the demo's tables: the engine plays, the stronger people get the better seats.

Invariant: the same seed gives the same records.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from rules_engine.whoopie.check.game import check_bytes
from rules_engine.whoopie.random.game import random_game
from sanctioning.people.models.person import Person
from scoring.demo.sample_records import as_file, players_of, with_names


def played_record(
    *,
    people: Sequence[Person],
    strengths: dict[int, float],
    seed: int,
    stanzas: int,
    lively: float,
    newcomers: int,
) -> dict[str, Any]:
    """A whole game of these people; the last `newcomers` of them come in later, if the game has it so."""
    seats = len(people) - newcomers
    record = random_game(
        [f"@{at}" for at in range(seats)],
        seed,
        stanzas=stanzas,
        mishaps=lively,
        newcomers=[f"@{at}" for at in range(seats, len(people))],
        changes=newcomers > 0,
        game_id=f"demo-{seed}",
    )
    return with_names(record, _names(record, people, strengths, random.Random(seed)))


def sample_for(
    record: dict[str, Any], people: Sequence[Person], strengths: dict[int, float], seed: int
) -> dict[str, Any]:
    """A sample record with these people at its table."""
    return with_names(record, _names(record, people, strengths, random.Random(seed)))


def with_slip(record: dict[str, Any]) -> dict[str, Any]:
    """The same record with one total written down a point too high in the middle of the game."""
    slipped = copy.deepcopy(record)
    stanza = slipped["stanzas"][len(slipped["stanzas"]) // 2]
    player = stanza["bids"][0][0]
    stanza["scores"][player] += 1
    return slipped


def _names(
    record: dict[str, Any], people: Sequence[Person], strengths: dict[int, float], dice: random.Random
) -> dict[str, str]:
    """Who sits where: the places of the game go to people in the order of strength, with luck."""
    players = players_of(record)
    came = people[: len(players)]
    ranking = [player for _, player, _ in check_bytes(as_file(record)).ranking]
    ahead = sorted(came, key=lambda person: strengths[person.pk] + dice.gauss(0, 1.2), reverse=True)
    return {player: person.number for player, person in zip(ranking, ahead, strict=True)}
