"""Reads a Dockerfile, as far as the one of this site goes, for whoever follows it without a container engine.

Invariant: an instruction that is not understood is refused, never passed over.
Term: stage (what begins with FROM; the last one is the image).
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

KNOWN: Final = {
    *("FROM", "SHELL", "RUN", "WORKDIR", "COPY", "ENV", "USER"),
    *("EXPOSE", "ENTRYPOINT", "CMD"),
}
INSTRUCTION: Final = re.compile(r"([A-Z]+)\s+(.*)", re.DOTALL)


class NotUnderstood(ValueError):
    """A line of the Dockerfile that nothing here knows how to follow."""


@dataclass(frozen=True)
class Step:
    instruction: str
    argument: str

    @property
    def words(self) -> list[str]:
        """Those of a list in JSON, or as a shell parts them."""
        if self.argument.startswith("["):
            return [str(word) for word in json.loads(self.argument)]
        return shlex.split(self.argument)

    @property
    def flags(self) -> dict[str, str]:
        flags = [word[2:].partition("=") for word in self.words if word.startswith("--")]
        return {name: value for name, _, value in flags}

    @property
    def operands(self) -> list[str]:
        return [word for word in self.words if not word.startswith("--")]


@dataclass
class Stage:
    base: str
    name: str
    steps: list[Step] = field(default_factory=list)

    def last(self, instruction: str) -> list[str]:
        found = [step.words for step in self.steps if step.instruction == instruction]
        return found[-1] if found else []

    def environment(self) -> dict[str, str]:
        every = [word for step in self.steps if step.instruction == "ENV" for word in step.words]
        return dict(word.split("=", 1) for word in every)


def stages(path: Path) -> list[Stage]:
    every: list[Stage] = []
    for step in _steps(path.read_text()):
        if step.instruction == "FROM":
            base, *named = step.operands
            every.append(Stage(base, named[-1] if named else ""))
        else:
            every[-1].steps.append(step)
    return every


def _steps(text: str) -> Iterator[Step]:
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        matched = INSTRUCTION.fullmatch(line.strip())
        if not matched or matched[1] not in KNOWN:
            raise NotUnderstood(line)
        yield Step(matched[1], matched[2])
