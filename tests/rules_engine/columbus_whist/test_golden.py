"""Records kept with their checks: what the check says of them does not change by the way.

`evening-16-teams` is an evening with each way in which a game can end by the rules alone, somebody who left,
a play-off at the line and a pot.
"""

from pathlib import Path

import pytest

from rules_engine.columbus_whist.game import ENDINGS
from tests.rules_engine import golden


@pytest.mark.parametrize("path", golden.kept_in(__file__), ids=lambda path: path.stem)
def test_the_check_is_the_one_kept(path: Path) -> None:
    golden.assert_the_check_is_the_one_kept(path)


def test_an_evening_on_which_games_end_in_every_way() -> None:
    """C-3, C-5, C-8 to C-11, C-23, C-24, C-32; a ruling ends a game beside the rules."""
    record = golden.record(__file__, "evening-16-teams")
    endings = {game["ending"] for games in record["rounds"] for game in games}
    assert endings == {*ENDINGS} - {"ruling"}
    assert record["leavers"]
    (playoff,) = record["playoffs"]
    assert [game["winner"] for game in playoff["games"]] == [playoff["order"][0]]
    assert sum(cents for _, cents in record["boston"]["shares"]) == record["boston"]["cents"]
