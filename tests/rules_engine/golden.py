"""Records kept with their checks, NAME.json beside NAME.check.json: what the check says of them stays."""

import json
from pathlib import Path
from typing import Any

from rules_engine.formats import check_document


def kept_in(test: str) -> list[Path]:
    """The records in the folder `data` beside the module of a test."""
    folder = Path(test).parent / "data"
    records = sorted(path for path in folder.glob("*.json") if not path.name.endswith(".check.json"))
    if not records:
        raise FileNotFoundError(f"no record is kept in {folder}")
    return records


def record(test: str, name: str) -> dict[str, Any]:
    """One record of them."""
    document: dict[str, Any] = json.loads((Path(test).parent / "data" / f"{name}.json").read_bytes())
    return document


def assert_the_check_is_the_one_kept(path: Path) -> None:
    """The check of the record is the one kept, and finds nothing wrong."""
    document = json.loads(json.dumps(check_document(json.loads(path.read_bytes())).as_document()))
    assert document == json.loads(path.with_suffix(".check.json").read_bytes())
    assert document["ok"]
