"""Which functions of the services change something, and which of them come to the trail: read from the code.

Terms: writes (calls a method of Django that changes rows, itself or through another function of the site),
comes to the trail (to `note` or `note_each`, in the same way), act (a function that is a transaction).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
APPS: Final = ("sanctioning", "tournaments", "scoring", "config")
CHANGING: Final = frozenset(
    ("create", "bulk_create", "bulk_update", "update_or_create", "get_or_create", "create_user")
)
TRANSACTIONS: Final = ("transaction.atomic", "looks_again")
"""The decorators that make a function a transaction."""
NOTING: Final = ("sanctioning.kit.audit.services.note", "sanctioning.kit.audit.services.note_each")


@dataclass(frozen=True)
class Function:
    """One function or method; `name` is dotted, with its module; `calls` are the dotted names of functions of
    the site that it names."""

    name: str
    module: str
    node: ast.FunctionDef
    calls: frozenset[str]

    @property
    def short(self) -> str:
        return self.name.removeprefix(f"{self.module}.")

    @property
    def is_public(self) -> bool:
        return not any(part.startswith("_") for part in self.short.split("."))

    @cached_property
    def changes_rows(self) -> bool:
        return any(isinstance(node, ast.Call) and _changes_rows(node) for node in ast.walk(self.node))

    @cached_property
    def is_act(self) -> bool:
        """Whether it is a transaction, whoever calls it."""
        return any(ast.unparse(decorator) in TRANSACTIONS for decorator in self.node.decorator_list)

    @cached_property
    def is_atomic(self) -> bool:
        return self.is_act or "transaction.atomic" in ast.unparse(self.node)


def _changes_rows(call: ast.Call) -> bool:
    """A call of a method that writes. `update` of rows has keywords alone, that of a dict or a counter none;
    `save` and `delete` of rows have no arguments without a keyword, that of a picture says where to."""
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr in CHANGING:
        return True
    if call.func.attr == "update":
        return bool(call.keywords) and not call.args
    return call.func.attr in ("save", "delete", "_raw_delete") and not call.args


def is_meant_to_change(module: str) -> bool:
    """Whether rows may change there: services, what models do with themselves, migrations and the demo."""
    meant = {"services", "notifications", "models", "migrations", "management", "demo"}
    return not meant.isdisjoint(module.split("."))


def is_service(module: str) -> bool:
    """Who is told of a change is told by the services, in its transaction."""
    return bool({"services", "notifications"} & set(module.split(".")))


@cache
def functions() -> Mapping[str, Function]:
    """Every function and method of the site, by its dotted name."""
    functions_by_name = {}
    for module, tree in _trees().items():
        known = dict(_imported(tree)) | {name: f"{module}.{name}" for name, _node in _defined(tree)}
        methods = {
            name.rpartition(".")[2]: f"{module}.{name}" for name, _node in _defined(tree) if "." in name
        }
        for name, node in _defined(tree):
            calls = frozenset(_called(node, known, methods))
            functions_by_name[f"{module}.{name}"] = Function(f"{module}.{name}", module, node, calls)
    return functions_by_name


@cache
def _trees() -> Mapping[str, ast.Module]:
    """By its dotted name, every module of the site."""
    paths = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    return {_module(path): ast.parse(path.read_text()) for path in paths}


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _defined(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from (
                (f"{node.name}.{method.name}", method)
                for method in node.body
                if isinstance(method, ast.FunctionDef)
            )


def _called(node: ast.FunctionDef, known: Mapping[str, str], methods: Mapping[str, str]) -> Iterator[str]:
    """What a function names, called or handed on; of methods those of its own module, and of an imported
    module what it has."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in known:
            yield known[part.id]
        elif isinstance(part, ast.Attribute):
            if part.attr in methods:
                yield methods[part.attr]
            if isinstance(part.value, ast.Name) and part.value.id in known:
                yield f"{known[part.value.id]}.{part.attr}"


def coming_to(goals: frozenset[str]) -> frozenset[str]:
    """The functions that come to one of these."""
    reached = set(goals)
    while fresh := {
        function.name
        for function in functions().values()
        if function.name not in reached and function.calls & reached
    }:
        reached |= fresh
    return frozenset(reached)


@cache
def named_outside() -> frozenset[str]:
    """What modules of the site other than services import of them: pages, endpoints, jobs, commands."""
    outside: set[str] = set()
    for module, tree in _trees().items():
        if is_service(module) or ".demo" in module or ".migrations" in module:
            continue
        imported = dict(_imported(tree))
        outside |= set(imported.values())
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                outside.add(f"{imported.get(node.value.id, '')}.{node.attr}")
    return frozenset(outside)
