"""Brings the docstrings of public services up to date with what they raise: `python -m deploy.docstrings`.

Invariants: only the list of codes at the start of the entry `Refusal` is written; what follows it, other
entries and other sections stay. A list that is true is left as it is, however it is written.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from deploy.processes import ROOT
from deploy.raises import Code, Function, Raised, code

WIDTH: Final = 110
INDENT: Final = " " * 4
SECTION: Final = "Raises:"
ENTRY: Final = re.compile(rf"{INDENT}(\w+): ")
NAME: Final = re.compile(r"`([^`]+)`")
PASSED_ON: Final = re.compile(r"what (`[^.]*?`) raises?")
FEW: Final = 3
"""So many codes of another service are written out; of more, its name."""


@dataclass(frozen=True, slots=True)
class Docstring:
    """A docstring in parts: before its `Raises`, the entries there by exception, and after."""

    before: tuple[str, ...]
    entries: dict[str, str]
    after: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Docstring:
        lines = text.split("\n")
        if SECTION not in lines:
            return cls(tuple(lines), {})
        start = lines.index(SECTION)
        end = next(
            (at for at, line in enumerate(lines) if at > start and line and line[0] != " "), len(lines)
        )
        entries: dict[str, str] = {}
        for line in filter(None, lines[start + 1 : end]):
            if begun := ENTRY.match(line):
                entries[begun[1]] = line.removeprefix(begun[0])
            else:
                last = next(reversed(entries))
                entries[last] += " " + line.strip()
        return cls(tuple(lines[:start]), entries, tuple(lines[end:]))

    @property
    def listed(self) -> str:
        """The list of codes that its entry `Refusal` begins with, if it does."""
        sentence, stop, _ = self.entries.get("Refusal", "").partition(".")
        return sentence + stop if NAME.search(sentence) else ""

    def with_list(self, listed: str) -> Docstring:
        """The same with another list; the words that follow it stay."""
        words = self.entries.get("Refusal", "").removeprefix(self.listed).strip()
        entry = f"{listed} {words[:1].upper()}{words[1:]}".strip()
        others = {exception: words for exception, words in self.entries.items() if exception != "Refusal"}
        return replace(self, entries={"Refusal": entry, **others} if entry else others)

    def lines(self) -> list[str]:
        before, after = "\n".join(self.before).rstrip().split("\n"), list(self.after)
        if not self.entries:
            return [*before, *(["", *after] if after else [])]
        entries = [
            line
            for exception, words in self.entries.items()
            for line in textwrap.wrap(
                f"{exception}: {words}",
                WIDTH - len(INDENT),
                initial_indent=INDENT,
                subsequent_indent=INDENT * 2,
                break_on_hyphens=False,
                break_long_words=False,
            )
        ]
        return [*before, "", SECTION, *entries, *(["", *after] if after else [])]


def is_true(listed: str, raised: Raised) -> bool:
    """Whether a list names every code that a service raises, and no other."""
    passed_on = {name for names in PASSED_ON.findall(listed) for name in NAME.findall(names)}
    codes = set(NAME.findall(PASSED_ON.sub("", listed)))
    if not passed_on <= raised.passed_on.keys():
        return False
    return codes.union(*(raised.passed_on[name] for name in passed_on)) == raised.all_codes and (
        codes <= raised.all_codes
    )


def list_of(raised: Raised) -> str:
    """The codes that a service raises itself, and the services whose codes it passes on, largest first."""
    codes, services = set(raised.codes), []
    covered = set(codes)
    for name, passed_on in sorted(raised.passed_on.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(passed_on - covered) > FEW:
            services.append(name)
        else:
            codes |= passed_on - covered
        covered |= passed_on
    listed = [f"`{name}`" for name in sorted(codes)]
    if services:
        raises = "raises" if len(services) == 1 else "raise"
        listed.append(f"what {_and([f'`{name}`' for name in sorted(services)])} {raises}")
    return f"{_and(listed) if services else ', '.join(listed)}." if listed else ""


def untrue(read: Code) -> Iterator[tuple[Function, Raised]]:
    """The services whose docstring lacks a code or names one that is not raised."""
    for function, raised in read.services():
        if not is_true(Docstring.read(ast.get_docstring(function.node) or "").listed, raised):
            yield function, raised


def brought_up_to_date(source: str, lists: Sequence[tuple[ast.FunctionDef, str]]) -> str:
    """A module's source with these lists in the docstrings of its functions."""
    lines = source.split("\n")
    for node, listed in sorted(lists, key=lambda item: -item[0].lineno):
        old = node.body[0]
        docstring = ast.get_docstring(node)
        if docstring is None or old.end_lineno is None:
            raise SystemExit(f"{node.name} has no docstring: write a sentence that says what it does.")
        raw = "\n".join(lines[old.lineno - 1 : old.end_lineno])
        opening = raw[: raw.index('"""') + 3]
        text = textwrap.dedent(INDENT + raw.removeprefix(opening).removesuffix('"""')).rstrip()
        new = Docstring.read(text).with_list(listed).lines()
        new = [opening + new[0], *(INDENT + line if line else "" for line in new[1:])]
        lines[old.lineno - 1 : old.end_lineno] = [*new, f'{INDENT}"""'] if len(new) > 1 else [f'{new[0]}"""']
    return "\n".join(lines)


def write() -> None:
    by_path: dict[Path, list[tuple[ast.FunctionDef, str]]] = {}
    for function, raised in untrue(code()):
        by_path.setdefault(_path(function.module), []).append((function.node, list_of(raised)))
    for path, lists in by_path.items():
        path.write_text(brought_up_to_date(path.read_text(), lists))
        sys.stdout.write(f"{path.relative_to(ROOT)}: {len(lists)}\n")


def _path(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _and(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


if __name__ == "__main__":
    write()
