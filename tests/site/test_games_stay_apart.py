"""No module asks which game it has before it: each game is known in its own packages alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rules_engine.formats import FORMATS as RECORDS
from tests.rules_engine.rule_pages import ROOT
from tournaments.formats.registry import FORMATS

FLOORS = ("rules_engine", "sanctioning", "tournaments", "scoring", "config", "deploy")
NAMES = {*FORMATS, *RECORDS, *(name.rpartition("/")[0] for name in RECORDS)}
OWN = tuple(name.replace("-", "_") for name in FORMATS)
TEMPLATE_ASKS = re.compile(r"\{% *(?:if|elif)\b[^%]*\"(" + "|".join(map(re.escape, sorted(NAMES))) + r")\"")


def named_in(source: str) -> Iterator[str]:
    """Where a source compares something with the name of a game, or takes it as a case."""
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.match_case):
            parts = [node.pattern]
        asked = (
            constant for part in parts for constant in ast.walk(part) if isinstance(constant, ast.Constant)
        )
        if any(isinstance(constant.value, str) and constant.value in NAMES for constant in asked):
            yield ast.unparse(node)


def shared(suffix: str) -> Iterator[Path]:
    """The files of the product that are of no one game."""
    for floor in (*FLOORS, "templates"):
        for path in sorted((ROOT / floor).rglob(f"*{suffix}")):
            within = path.relative_to(ROOT)
            if not any(part.replace("-", "_").removesuffix(suffix) in OWN for part in within.parts):
                yield path


def test_what_asks_is_found() -> None:
    asks = 'if event.format == "bid-whist" or kind in ("columbus-whist", ""): pass'
    assert len(list(named_in(asks))) == 2
    assert TEMPLATE_ASKS.search('{% if event.format == "bid-whist" %}')


def test_no_module_asks_which_game_it_has() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {asked}"
        for path in shared(".py")
        if any(name in (source := path.read_text()) for name in NAMES)
        for asked in named_in(source)
    ]
    named += [
        str(path.relative_to(ROOT)) for path in shared(".html") if TEMPLATE_ASKS.search(path.read_text())
    ]
    assert named == []
