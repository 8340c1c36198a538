"""Records kept with their checks: what the check says of them does not change by the way.

`provincial-16-tables` is an event of the Provincial Games over two days, with loans and returns, whose first
place three teams tied for; two of their A players drew equal cards for the bye and drew again.
"""

import json
from pathlib import Path

import pytest

from rules_engine.formats import check_document

DATA = Path(__file__).parent / "data"
RECORDS = sorted(path for path in DATA.glob("*.json") if not path.name.endswith(".check.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_check_is_the_one_kept(path: Path) -> None:
    document = json.loads(json.dumps(check_document(json.loads(path.read_bytes())).as_document()))
    assert document == json.loads(path.with_suffix(".check.json").read_bytes())
    assert document["ok"]


def test_the_three_way_tie_at_the_provincial_games() -> None:
    """M-16, M-32, M-35."""
    record = json.loads((DATA / "provincial-16-tables.json").read_bytes())
    (playoff,) = record["playoffs"]
    assert len({record["totals"][team - 1] for team in playoff["teams"]}) == 1
    assert [team for _, team in record["ranking"][:3]] == playoff["order"]
    assert (len(playoff["draw"]), len(playoff["hands"])) == (2, 2)
    assert [sum(day["scores"]) for day in record["days"]] == [12 * 16, 12 * 16]
    assert [sum(scores) for scores in zip(*[day["scores"] for day in record["days"]], strict=True)] == (
        record["totals"]
    )
