"""docs/invariants.md names for each of the ten things that always hold the tests that would fail; here the
names are looked up, and two of the ten are held by reading the code itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "invariants.md"
ROW = re.compile(r"^\| (\d+) \|.*\| ([^|]*) \|$", re.MULTILINE)
LAYERS = ("sanctioning", "tournaments", "scoring")
ROLES = ("models", "services", "selectors", "api", "notifications")
SECONDS = {
    "sanctioning/accounts/selectors/second_factor.py",
    "sanctioning/kit/jobs/services/shared_jobs.py",
    "scoring/imports/services/taking_back.py",
}
"""Where a fraction is a time to wait or the age of a sign-in."""


def rows() -> list[tuple[int, list[str]]]:
    rows_of_page = ROW.findall(PAGE.read_text())
    return [(int(number), re.findall(r"`(tests/[^`]+)`", tests)) for number, tests in rows_of_page]


def modules(*roles: str) -> Iterator[tuple[str, ast.Module]]:
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not roles or set(roles) & set(name.removesuffix(".py").split("/")):
                yield name, ast.parse(path.read_text())


def test_there_are_ten() -> None:
    assert [number for number, _ in rows()] == list(range(1, 11))


@pytest.mark.parametrize("number", range(1, 11))
def test_its_tests_are_there(number: int) -> None:
    tests = dict(rows())[number]
    assert tests
    for test in tests:
        path, _, name = test.partition("::")
        source = (ROOT / path).read_text()
        assert re.search(rf"^\s*def {name or 'test_'}", source, re.MULTILINE), test


def test_no_arithmetic_with_fractions() -> None:
    fractions = [
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, module in modules(*ROLES)
        if name not in SECONDS
        for node in ast.walk(module)
        if isinstance(node, ast.expr) and is_fraction(node)
    ]
    assert not fractions


def is_fraction(node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return node.id == "float"
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def test_every_refusal_says_three_things() -> None:
    silent = [
        f"{name}:{node.lineno}"
        for name, module in modules()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal" and not says_enough(node)
    ]
    assert not silent


def says_enough(call: ast.Call) -> bool:
    arguments = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in arguments:
        return True
    return all(
        part in arguments
        and not (isinstance(arguments[part], ast.Constant) and not ast.literal_eval(arguments[part]))
        for part in ("sentence", "rule", "remedy")
    )
