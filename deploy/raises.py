"""What the public services raise, read off the code: the codes of the refusals that each can answer with.

Purpose: the `Raises` of a docstring is held to the code (`deploy.docstrings` writes it).
Invariants: nothing is run. A call is followed by its name into whatever module the name comes from, except
where a `try` around it catches refusals; a method is followed where only one class has it of those in the
module and in the modules that it imports from. What is called through a registry or a variable is not seen.
Terms: service (a public function of a module or folder `services`); reached (called, or called by what is).
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from typing import Final

from deploy.refusals import code_of, constants_of, factories, modules

CONSTRUCTORS: Final = ("__init__", "__post_init__")
ROLE: Final = "services"
NAMES_OF_ROWS: Final = frozenset({"format_named"})
"""What finds a thing by its name: the name that a row keeps was checked when the row was written."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function or a method: where it is written, what it refuses with and calls."""

    module: str
    name: str
    node: ast.FunctionDef
    codes: frozenset[str]
    calls: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def is_service(self) -> bool:
        return _is_service(self.module, self.name)

    @property
    def acts(self) -> bool:
        """Whether somebody does something with it; another may say that it raises what this one does."""
        return self.is_service and not self.only_refuses and self._has_actor

    @property
    def says_what_it_raises(self) -> bool:
        return self.is_service and (self._has_actor or not self.only_refuses)

    @property
    def only_refuses(self) -> bool:
        """Whether its name or what it returns says that refusing is all it does."""
        returned = ast.unparse(self.node.returns) if self.node.returns else ""
        return self.name.startswith("require_") or "Refusal" in returned

    @property
    def _has_actor(self) -> bool:
        return any(argument.arg == "by" for argument in self.node.args.kwonlyargs)


@dataclass(frozen=True, slots=True)
class Raised:
    """The codes that a service itself raises, and the services that it calls, by their names."""

    codes: frozenset[str]
    passed_on: Mapping[str, frozenset[str]]

    @property
    def all_codes(self) -> frozenset[str]:
        return self.codes.union(*self.passed_on.values())


class Code:
    """The functions of some modules, and which of them call which."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self._trees = {module.removesuffix(".__init__"): tree for module, tree in trees.items()}
        self._imports = {module: dict(_imports(tree)) for module, tree in self._trees.items()}
        self._methods: dict[str, list[tuple[str, str]]] = defaultdict(list)
        written = {
            f"{module}.{name}": (module, name, node)
            for module, tree in self._trees.items()
            for name, node in _functions(tree)
        }
        self._names = frozenset(written)
        for path, (module, name, _) in written.items():
            if "." in name:
                self._methods[name.partition(".")[2]].append((module, path))
        known = factories(self._trees)
        constants = {module: constants_of(tree) for module, tree in self._trees.items()}
        self.functions: dict[str, Function] = {}
        for path, (module, name, node) in written.items():
            typed = (
                {argument.arg for argument in node.args.kwonlyargs} if _is_service(module, name) else set()
            )
            called = [call for call in _called(node) if not _names_a_row(call, typed)]
            codes = {
                code_of(call, known[module][call.func.id], constants[module])
                for call in called
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                if call.func.id in known[module]
            }
            followed = {target for call in called for target in self._targets(module, name, call)}
            self.functions[path] = Function(
                module, name, node, frozenset(codes - {""}), tuple(sorted(followed))
            )

    def services(self) -> Iterator[tuple[Function, Raised]]:
        """The public services, each with what it raises."""
        for function in self.functions.values():
            if function.says_what_it_raises:
                yield function, self.raised(function)

    def raised(self, function: Function) -> Raised:
        reached = list(self._reached(function, follow_services=False))
        return Raised(
            codes=frozenset().union(*(other.codes for other in reached if not _ends(function, other))),
            passed_on={
                other.name: codes
                for other in reached
                if _ends(function, other) and (codes := self._all_codes(other))
            },
        )

    def _all_codes(self, function: Function) -> frozenset[str]:
        return frozenset().union(*(other.codes for other in self._reached(function, follow_services=True)))

    def _reached(self, function: Function, *, follow_services: bool) -> Iterator[Function]:
        waiting, seen = [function.path], {function.path}
        while waiting:
            reached = self.functions[waiting.pop()]
            yield reached
            if follow_services or not _ends(function, reached):
                waiting += [path for path in reached.calls if path not in seen]
                seen.update(reached.calls)

    def _targets(self, module: str, caller: str, called: ast.expr) -> Iterator[str]:
        """The functions that an expression calls, as far as its names say."""
        match called.func if isinstance(called, ast.Call) else called:
            case ast.Name(id=name):
                yield from self._found(f"{module}.{name}")
            case ast.Attribute(value=ast.Name(id="self"), attr=method) if "." in caller:
                own = f"{module}.{caller.partition('.')[0]}.{method}"
                yield from (own,) if own in self._names else self._only_method(module, method)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                targets = list(
                    self._found(f"{self._imports[module].get(name, f'{module}.{name}')}.{attribute}")
                )
                yield from targets or self._only_method(module, attribute)
            case ast.Attribute(attr=method):
                yield from self._only_method(module, method)

    def _found(self, path: str) -> Iterator[str]:
        """The function of that name, or what makes the object where it is a class; imports are followed."""
        if path in self._names:
            yield path
            return
        yield from (constructor for name in CONSTRUCTORS if (constructor := f"{path}.{name}") in self._names)
        module, _, name = path.rpartition(".")
        if name in self._imports.get(module, {}):
            yield from self._found(self._imports[module][name])

    def _only_method(self, module: str, method: str) -> Iterator[str]:
        near = {module, *(target.rpartition(".")[0] for target in self._imports[module].values())}
        methods = [path for written_in, path in self._methods[method] if written_in in near]
        if len(methods) == 1:
            yield methods[0]


@cache
def code() -> Code:
    """All of the layers' code."""
    return Code(modules())


def _is_service(module: str, name: str) -> bool:
    return ROLE in module.split(".") and "." not in name and name[0] != "_"


def _ends(start: Function, reached: Function) -> bool:
    """Whether the way from a service ends at another, which says itself what it raises."""
    return reached is not start and reached.acts


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name):
                yield name, node
            case ast.ClassDef(name=of, body=body):
                yield from (
                    (f"{of}.{method.name}", method) for method in body if isinstance(method, ast.FunctionDef)
                )


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((alias.asname or alias.name, f"{module}.{alias.name}") for alias in names)
            case ast.Import(names=names):
                yield from ((alias.asname, alias.name) for alias in names if alias.asname)


def _called(node: ast.AST) -> Iterator[ast.expr]:
    """The calls and decorators in it whose refusals come out."""
    if isinstance(node, ast.FunctionDef):
        yield from node.decorator_list
    if isinstance(node, ast.Call):
        yield node
    for child in _children(node):
        yield from _called(child)


def _names_a_row(called: ast.expr, typed: Set[str]) -> bool:
    """Whether a call finds by its name what no service was given by its name."""
    match called:
        case ast.Call(func=ast.Name(id=finder), args=[name, *_]) if finder in NAMES_OF_ROWS:
            return not (isinstance(name, ast.Name) and name.id in typed)
    return False


def _children(node: ast.AST) -> Iterable[ast.AST]:
    match node:
        case ast.Try(handlers=handlers) if any(map(_swallows, handlers)):
            return [*handlers, *node.orelse, *node.finalbody]
        case ast.With(items=[ast.withitem(context_expr=ast.Call(func=func, args=caught))]) if ast.unparse(
            func
        ).endswith("suppress") and "Refusal" in map(ast.unparse, caught):
            return []
    return ast.iter_child_nodes(node)


def _swallows(handler: ast.ExceptHandler) -> bool:
    """Whether it catches refusals and does not raise them again."""
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    raised = [node for node in ast.walk(handler) if isinstance(node, ast.Raise)]
    again = any(
        raise_.exc is None or (isinstance(raise_.exc, ast.Name) and raise_.exc.id == handler.name)
        for raise_ in raised
    )
    return not again and any(isinstance(name, ast.Name) and name.id == "Refusal" for name in caught)
