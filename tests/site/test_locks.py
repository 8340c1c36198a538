"""Every lock is one that lets others go on referring to its row, or a line above it says why it is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from deploy.processes import ROOT
from tests.site.test_sizes import modules

WITHOUT_KEY = "no_key"
LEAVES_OUT = "skip_locked"
OF_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)


def locks(tree: ast.AST) -> Iterator[tuple[int, set[str]]]:
    """Where a statement that locks rows begins, and what it says of how."""
    for statement in (node for node in ast.walk(tree) if isinstance(node, ast.stmt)):
        parts = [part for part in ast.iter_child_nodes(statement) if not isinstance(part, OF_STATEMENTS)]
        for call in (node for part in parts for node in ast.walk(part)):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "select_for_update":
                yield statement.lineno, {keyword.arg or "" for keyword in call.keywords}


def unexplained(path: Path) -> Iterator[str]:
    lines = path.read_text().splitlines()
    for first_line, modes in locks(ast.parse("\n".join(lines))):
        usual = WITHOUT_KEY in modes and LEAVES_OUT not in modes
        if not usual and not lines[first_line - 2].lstrip().startswith("#"):
            yield f"{path.relative_to(ROOT)}:{first_line}"


def test_statements_that_lock_are_found_within_others() -> None:
    code = (
        "def act():\n    for row in rows.select_for_update(no_key=True):\n        x = q.select_for_update()"
    )
    assert list(locks(ast.parse(code))) == [(2, {"no_key"}), (3, set())]


def test_a_lock_of_another_kind_says_why() -> None:
    assert [place for path in modules() for place in unexplained(path)] == []
