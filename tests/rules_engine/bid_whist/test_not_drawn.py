"""Numbers that were not in the draw: their teams play nowhere, and the others keep their numbers."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rules_engine.bid_whist.check.tournament import check_record
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.reader.tournament import record_of
from rules_engine.reading import Malformed

GONE: Final = 3
ONE: Final = frozenset({"bidder", "first", "winner", "brought_by", "picked", "by", "called_by"})
SOME: Final = frozenset({"teams", "moving", "seeds", "places", "order", "signed", "forfeit"})


def moved_up(value: Any, name: str = "") -> Any:
    """A record with a number that nobody wears put in at the third place."""
    if isinstance(value, dict):
        return {key: moved_up(part, key) for key, part in value.items()}
    if isinstance(value, list):
        return [moved_up(part, name) for part in value]
    own = name in ONE or name in SOME
    return value + 1 if own and isinstance(value, int) and value >= GONE else value


def record(teams: int) -> dict[str, Any]:
    drawn = random_tournament(teams, 4)
    moved: dict[str, Any] = moved_up({**drawn, "teams": [], "standings": []})
    rows = [[place, moved_up(team, "teams"), *more] for place, team, *more in drawn["standings"]]
    entered = [*drawn["teams"][: GONE - 1], {"drawn": False}, *drawn["teams"][GONE - 1 :]]
    return {**moved, "teams": entered, "standings": rows}


@pytest.mark.parametrize("teams", [8, 9, 17])
def test_a_tournament_without_one_number_is_true(teams: int) -> None:
    check = check_record(record_of(record(teams)))
    assert [finding.code for finding in check.findings] == []
    assert GONE not in {row.team for row in check.standings}
    assert len(check.standings) == teams


def test_who_was_not_drawn_plays_nowhere() -> None:
    document = record(8)
    game = document["rounds"][0][0]
    gone, other = game["teams"]
    document["rounds"][0][0] = {"table": game["table"], "teams": [GONE, other]}
    check = check_record(record_of(document))
    [finding] = [finding for finding in check.findings if finding.code == "pairing"]
    assert str(gone) in finding.message
    assert f"though they were not drawn: {GONE}" in finding.message


@pytest.mark.parametrize("team", [{"drawn": True}, {"drawn": False, "players": ["a", "b"]}])
def test_it_names_nobody(team: dict[str, Any]) -> None:
    document = record(8)
    document["teams"][GONE - 1] = team
    with pytest.raises(Malformed):
        record_of(document)
