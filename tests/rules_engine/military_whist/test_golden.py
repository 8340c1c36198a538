"""Records kept with their checks: what the check says of them does not change by the way.

`provincial-16-tables` is an event of the Provincial Games over two days, with loans and returns, whose first
place three teams tied for; two of their A players drew equal cards for the bye and drew again.
"""

from pathlib import Path

import pytest

from tests.rules_engine import golden


@pytest.mark.parametrize("path", golden.kept_in(__file__), ids=lambda path: path.stem)
def test_the_check_is_the_one_kept(path: Path) -> None:
    golden.assert_the_check_is_the_one_kept(path)


def test_the_three_way_tie_at_the_provincial_games() -> None:
    """M-16, M-32, M-35."""
    record = golden.record(__file__, "provincial-16-tables")
    (playoff,) = record["playoffs"]
    assert len({record["totals"][team - 1] for team in playoff["teams"]}) == 1
    assert [team for _, team in record["ranking"][:3]] == playoff["order"]
    assert (len(playoff["draw"]), len(playoff["hands"])) == (2, 2)
    assert [sum(day["scores"]) for day in record["days"]] == [12 * 16, 12 * 16]
    assert [sum(scores) for scores in zip(*[day["scores"] for day in record["days"]], strict=True)] == (
        record["totals"]
    )
