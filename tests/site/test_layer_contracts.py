"""Every package of a layer has its place in the order that import-linter holds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
LAYERS: Final = ("sanctioning", "tournaments", "scoring")
FOR_DJANGO: Final = frozenset(
    ("admin", "api_urls", "apps", "management", "migrations", "models", "tasks", "templatetags", "urls")
)
"""What stands at the root of a layer since Django looks for it there: each joins all packages."""


def ordered() -> set[str]:
    """The packages and modules that the contracts put in an order."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return {name for contract in contracts for name in contract.get("layers", ()) if "." in name}


def without_place(folder: Path, known: Set[str]) -> Iterator[str]:
    """What stands in a folder and in no contract; a folder of which a part is in one is looked into."""
    for path in sorted(folder.iterdir()):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if path.name.startswith("__") or name in known or not (path.is_dir() or path.suffix == ".py"):
            continue
        if any(other.startswith(f"{name}.") for other in known):
            yield from without_place(path, known)
        elif path.suffix == ".py" or any(path.rglob("*.py")):
            yield name


@pytest.mark.parametrize("layer", LAYERS)
def test_every_package_has_its_place_in_the_order(layer: str) -> None:
    missing = {name.removeprefix(f"{layer}.") for name in without_place(ROOT / layer, ordered())}
    assert missing - FOR_DJANGO == set(), "give it a place in the contract of its layer in pyproject.toml"


def test_a_module_in_no_contract_is_noticed() -> None:
    known = ordered() - {"sanctioning.kit.row_marks", "tournaments.slips"}
    assert "sanctioning.kit.row_marks" in set(without_place(ROOT / "sanctioning", known))
    assert "tournaments.slips" in set(without_place(ROOT / "tournaments", known))
