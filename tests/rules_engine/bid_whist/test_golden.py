"""Records kept with their checks: what the check says of them does not change by the way.

`main-event-37-teams` is a Main Event with late entries, an odd team, steps of Canon 2 up to a suspension,
and a play-off with a pairing corrected, an absent team and games that one more hand decided.
"""

from pathlib import Path

import pytest

from tests.rules_engine import golden


@pytest.mark.parametrize("path", golden.kept_in(__file__), ids=lambda path: path.stem)
def test_the_check_is_the_one_kept(path: Path) -> None:
    golden.assert_the_check_is_the_one_kept(path)


def test_a_main_event_with_all_that_can_happen() -> None:
    """B-6, B-33, B-42 to B-44, B-47."""
    record = golden.record(__file__, "main-event-37-teams")
    late = [team for team in record["teams"] if team["entered"]["paid"] == [6_000, 6_000]]
    assert len(late) == 5
    assert [sum("picked" in game for game in games) for games in record["rounds"]] == [1, 1, 1, 1]
    assert [len(games) for games in record["rounds"]] == [19, 19, 19, 19]
    assert "forfeit-and-suspension" in {violation["step"] for violation in record["violations"]}
    games = [game for stage in record["playoff"] for game in stage["games"]]
    assert [len(stage["games"]) for stage in record["playoff"]] == [8, 4, 2, 1]
    assert any("corrected" in stage for stage in record["playoff"])
    assert any("forfeit" in game for game in games)
    assert any("extra" in game for game in games)
