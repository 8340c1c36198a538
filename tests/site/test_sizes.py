"""No file and no function of the project outgrows what a reader takes in at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from deploy.processes import ROOT

FOLDERS = (
    "rules_engine",
    "sanctioning",
    "tournaments",
    "scoring",
    "config",
    "deploy",
    "benchmarks",
    "examples",
)
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


def modules() -> Iterator[Path]:
    """Migrations are written by Django."""
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def test_no_file_outgrows_four_hundred_lines() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in modules()}
    assert {path: count for path, count in lines.items() if count > LONGEST_FILE} == {}


def test_no_function_outgrows_sixty_lines() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []
