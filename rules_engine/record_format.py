"""What a format of records is: all by which the command line, and the layers above, know one game.

A game is one package; its module `format` makes one `RecordFormat`, and `rules_engine.formats` lists it.
Nothing else in the engine knows a game by name. How to add one: docs/formats.md, "A further game".

Terms: record (what is reported, one JSON document), check (the answer to a record, one JSON document too),
topic (a question that the rules of the game settle by arithmetic, asked by `decide`).
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from rules_engine.findings import Finding
from rules_engine.justice.votes import MajorityOf
from rules_engine.reading import Malformed

Topic = Callable[[object], dict[str, object]]
"""From a question, as parsed from JSON, to its answer, always with "rule" and "reason"; raises Malformed."""


class CheckResult(Protocol):
    """What every format's check gives: whether it is `ok`, its findings, and its document. The games share
    `rules_engine.findings.RecordCheck`.

    The document has at least "format", "id" (null for what could not be read), "ok" and "findings".
    """

    @property
    def ok(self) -> bool: ...

    @property
    def findings(self) -> tuple[Finding, ...]: ...

    def as_document(self) -> dict[str, object]: ...


class ConsoleCommand(NamedTuple):
    """A command of the command line; `run` returns the exit status."""

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class RandomRecords(NamedTuple):
    """Legal records made by chance: the arguments besides `--seed`, and the record that they ask for."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    record: Callable[[argparse.Namespace], Mapping[str, object]]


class RecordFormat(NamedTuple):
    """One format.

    `check` takes a parsed document and raises Malformed for what cannot be read; `unreadable` makes the check
    that says so. `summary` gives, from a check's document, the lines that a readable report shows after the
    findings. `commands` are those of this game alone, by name. Where players vote, `check_under` checks a
    document under Articles that count a simple majority of those entitled, or of the votes cast.
    """

    name: str
    check_name: str
    check: Callable[[object], CheckResult]
    unreadable: Callable[[Malformed], CheckResult]
    summary: Callable[[Mapping[str, Any]], list[str]]
    schema: Path
    random: RandomRecords
    topics: Mapping[str, Topic]
    commands: Mapping[str, ConsoleCommand] = MappingProxyType({})
    check_under: Callable[[MajorityOf, object], CheckResult] | None = None
