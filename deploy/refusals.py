"""The list of refusals, read off the code: `python -m deploy.refusals` writes docs/refusals.md.

Invariants: nothing is run; a code is found where it is written, in a call of `Refusal` or of a factory. A
part of a code that is only known when it is refused is shown as `…`.
Terms: factory (a function that makes or raises refusals with a code, a sentence or a remedy it is given).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from deploy.processes import ROOT

PAGE: Final = ROOT / "docs" / "refusals.md"
LAYERS: Final = ("sanctioning", "tournaments", "scoring", "config")
USUAL_STATUS: Final = "409"
HEAD: Final = """# Refusals

What the site says when it does not do something, by code. A program gets `code`, `sentence`, `rule`, `remedy`
and `facts`; a person reads the same sentence on a page. Codes are stable, sentences may change. `%(…)s` is
what the refusal names, `…` what is only known when it is said.

`python -m deploy.refusals` makes this page from the code.
"""
CODE: Final = re.compile(r"(?=.*[a-z])[a-z…]+(-[a-z…]+)*")
HANDED_ON: Final = ("code", "sentence", "remedy")
TABLE: Final = ("| Code | Status | What it says | What to do | Where |", "|---|---|---|---|---|")


@dataclass(frozen=True, slots=True, order=True)
class Refused:
    """One place that refuses: its code, HTTP status, sentence, remedy and module."""

    code: str
    module: str
    status: str
    sentence: str
    remedy: str

    @property
    def layer(self) -> str:
        return self.module.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Factory:
    """What a function is told, and the call with which it makes its refusal, by a factory or by `Refusal`."""

    parameters: tuple[str, ...]
    refusal: ast.Call | None = None
    made_by: Factory | None = None
    defaults: Mapping[str, ast.expr] = field(default_factory=dict)


REFUSAL: Final = Factory(("code", "sentence", "rule", "remedy", "status"))


@cache
def refusals() -> tuple[Refused, ...]:
    """Every refusal that the code can say, by code and module."""
    trees = modules()
    known = factories(trees)
    return tuple(
        sorted(
            {
                refused
                for module, tree in trees.items()
                for refused in _refusals_in(module, tree, known[module])
            }
        )
    )


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the layers, by its dotted name."""
    paths = [path for layer in LAYERS for path in (ROOT / layer).rglob("*.py")]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text()) for path in paths
    }


def factories(trees: Mapping[str, ast.Module]) -> dict[str, dict[str, Factory]]:
    """What makes refusals in each module, by the name that it has there: its own functions before others'."""
    own: dict[str, dict[str, Factory]] = {module: {} for module in trees}
    while True:
        known = {**_shared(own), "Refusal": REFUSAL}
        more = {module: {**dict(_factories(tree, known)), **own[module]} for module, tree in trees.items()}
        if sum(map(len, more.values())) == sum(map(len, own.values())):
            return {module: {**known, **own[module]} for module in trees}
        own = more


def constants_of(tree: ast.Module) -> dict[str, ast.expr]:
    """What the names of a module are set to in its body."""
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }


def code_of(call: ast.Call, factory: Factory, constants: Mapping[str, ast.expr]) -> str:
    """The code of the refusal that a call makes; "" where it is only known when it is refused."""
    code = _text(_given(call, factory, "code"), constants)
    return code if CODE.fullmatch(code) else ""


def page() -> str:
    """The page as Markdown: a table for each layer, a line for each code and sentence."""
    lines = [HEAD.rstrip()]
    layer = ""
    for refused in sorted(refusals(), key=lambda refusal: (LAYERS.index(refusal.layer), refusal)):
        if refused.layer != layer:
            layer = refused.layer
            lines += [f"\n## {layer}\n", *TABLE]
        cells = (
            f"`{refused.code}`",
            refused.status,
            refused.sentence,
            refused.remedy,
            f"`{refused.module}`",
        )
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _shared(own: Mapping[str, Mapping[str, Factory]]) -> dict[str, Factory]:
    return {name: factory for known in own.values() for name, factory in known.items() if name[0] != "_"}


def _factories(tree: ast.Module, makers: Mapping[str, Factory]) -> Iterator[tuple[str, Factory]]:
    """The functions that hand a parameter of theirs on to one of `makers`, by name."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            parameters = tuple(
                parameter.arg for parameter in [*function.args.args, *function.args.kwonlyargs]
            )
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in makers:
                    maker = makers[call.func.id]
                    if any(_hands_on(call, maker, part) in parameters for part in HANDED_ON):
                        yield function.name, Factory(parameters, call, maker, _defaults(function.args))


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    """What a function says where it is not told otherwise."""
    last = arguments.args[len(arguments.args) - len(arguments.defaults) :]
    given = [*zip(last, arguments.defaults, strict=True)]
    given += [
        (argument, default)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is not None
    ]
    return {
        argument.arg: default
        for argument, default in given
        if not isinstance(default, ast.Constant) or default.value
    }


def _hands_on(call: ast.Call, maker: Factory, part: str) -> str:
    """The parameter that is handed on as this part of a refusal under its own name, if one is."""
    given = _argument(call, maker.parameters, part)
    if isinstance(given, ast.BoolOp):
        given = given.values[0]
    return part if isinstance(given, ast.Name) and given.id == part else ""


def _refusals_in(module: str, tree: ast.Module, known: Mapping[str, Factory]) -> Iterator[Refused]:
    constants = constants_of(tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        factory = known.get(call.func.id)
        if factory is None:
            continue
        code = code_of(call, factory, constants)
        if code:
            yield Refused(
                code=code,
                module=module,
                status=_status(_given(call, factory, "status")),
                sentence=_text(_given(call, factory, "sentence"), constants),
                remedy=_text(_given(call, factory, "remedy"), constants),
            )


def _given(call: ast.Call, factory: Factory, part: str, handed_on: Sequence[str] = ()) -> ast.expr | None:
    """A part of a refusal as the call gives it, else as the factory makes it."""
    given = _argument(call, factory.parameters, part)
    if isinstance(given, ast.Name) and given.id == part and part in handed_on:
        given = None
    given = given or factory.defaults.get(part)
    if given is None and factory.refusal is not None and factory.made_by is not None:
        return _given(factory.refusal, factory.made_by, part, factory.parameters)
    return given


def _status(given: ast.expr | None) -> str:
    if given is None:
        return USUAL_STATUS
    return str(given.value) if isinstance(given, ast.Constant) else "…"


def _argument(call: ast.Call, parameters: tuple[str, ...], name: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    position = parameters.index(name) if name in parameters else len(call.args)
    return call.args[position] if position < len(call.args) else None


def _text(node: ast.expr | None, constants: Mapping[str, ast.expr]) -> str:
    """The words of an expression, as far as they are written there."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(
                _text(value, constants) if isinstance(value, ast.Constant) else "…" for value in values
            )
        case ast.BinOp(left=left, op=ast.Mod()):
            return _text(left, constants)
        case ast.BinOp(left=left, right=right, op=ast.Add()):
            return _text(left, constants) + _text(right, constants)
        case ast.Call(func=ast.Name(id="pgettext"), args=[_, text, *_]):
            return _text(text, constants)
        case ast.Call(func=ast.Name(), args=[text, *_]):
            return _text(text, constants)
        case ast.BoolOp(values=[_, usual]):
            return _text(usual, constants)
        case ast.IfExp(body=body, orelse=orelse):
            return f"{_text(body, constants)} / {_text(orelse, constants)}"
        case ast.Name(id=name) if name in constants:
            return _text(constants[name], {})
    return "…"


if __name__ == "__main__":
    PAGE.write_text(page())
