"""Pages that name for every rule the code and the test that hold it: reading them, looking the names up."""

import ast
import re
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
REFERENCE = re.compile(r"`([^`]+)`")


class Row(NamedTuple):
    """One line of a table: what it is about, and the cells of where it is held and what tests it."""

    name: str
    held: str
    where: str
    test: str


def rows(page: Path, first: str) -> list[Row]:
    """The lines of a page whose first cell matches."""
    read = []
    for line in page.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else [""]
        if re.fullmatch(first, cells[0]):
            read.append(Row(cells[0], cells[-3], cells[-2], cells[-1]))
    return read


@cache
def names_in(path: Path) -> frozenset[str]:
    """What a module defines: `name` and `Class.name`, of methods, functions, classes, constants, fields."""

    def defined(body: list[ast.stmt], prefix: str) -> list[str]:
        names: list[str] = []
        for node in body:
            if isinstance(node, ast.ClassDef):
                names += [prefix + node.name, *defined(node.body, f"{prefix}{node.name}.")]
            elif isinstance(node, ast.FunctionDef):
                names.append(prefix + node.name)
            elif isinstance(node, ast.AnnAssign | ast.Assign):
                targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
                named = [name for target in targets for name in ast.walk(target)]
                names += [prefix + name.id for name in named if isinstance(name, ast.Name)]
        return names

    return frozenset(defined(ast.parse(path.read_text()).body, ""))


def exists(reference: str) -> bool:
    """`/address/`, `path`, `path.py:name` or `path.py::Class::test`."""
    if reference.startswith("/"):
        return any(f'path("{reference[1:]}"' in urls.read_text() for urls in ROOT.glob("*/**/urls.py"))
    path, _, name = reference.partition(":")
    if not (ROOT / path).is_file():
        return False
    return not name or name.lstrip(":").replace("::", ".") in names_in(ROOT / path)


def hold_to_the_code(row: Row, later_parts: AbstractSet[str] = frozenset()) -> None:
    """Whatever a row names is there, and whatever is not for later has a test."""
    assert row.held
    named = REFERENCE.findall(row.where) + REFERENCE.findall(row.test)
    assert [reference for reference in named if not exists(reference)] == []
    tests = REFERENCE.findall(row.test)
    assert all(re.match(r"tests/.+\.py::(Test\w+::)?test_", reference) for reference in tests)
    later = re.findall(r"later: ([^;(]+)", row.where)
    assert {part.strip() for part in later} <= later_parts
    assert REFERENCE.findall(row.where) or later
    assert tests or later, "what is not for later has a test"
    assert ("printed on `" in row.where) <= ("`templates/" in row.where)
