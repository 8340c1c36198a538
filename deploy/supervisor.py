"""Keeps a few processes running until it is told to stop.

A process that dies is started again, the more slowly the more often it dies; none outlives the supervisor,
also when that is killed with -9.
"""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from deploy import processes

CALM_SECONDS = 60
LONGEST_PAUSE = 30


@dataclass
class Kept:
    """A process that is kept running, and what is to be done before each of its starts."""

    name: str
    command: list[str]
    environment: dict[str, str]
    before_restart: Callable[[], object] = lambda: None
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0
    deaths: int = 0
    not_before: float = 0


@dataclass
class Supervisor:
    logs: Path
    tell: Callable[[str], None] = print
    kept: list[Kept] = field(default_factory=list)

    def keep(self, kept: Kept) -> None:
        self.kept.append(kept)
        self._start(kept)

    def _start(self, kept: Kept) -> None:
        log = self.logs / f"{kept.name}.log"
        kept.process = processes.start(kept.command, log=log, environment=kept.environment)
        kept.started_at = time.monotonic()

    def look_after(self) -> None:
        """One look at all of them: bury what died, start again what is due."""
        now = time.monotonic()
        for kept in self.kept:
            if kept.process and kept.process.poll() is not None:
                self._bury(kept, now)
            if kept.process is None and now >= kept.not_before:
                kept.before_restart()
                self._start(kept)

    def _bury(self, kept: Kept, now: float) -> None:
        assert kept.process is not None
        processes.signal_group(kept.process, signal.SIGKILL)
        kept.deaths = 1 if now - kept.started_at > CALM_SECONDS else kept.deaths + 1
        pause = min(2 ** (kept.deaths - 1) - 1, LONGEST_PAUSE)
        kept.not_before = now + pause
        self.tell(
            f"The {kept.name} ended ({kept.process.returncode}); starting it again"
            + (f" in {pause} s" if pause else "")
            + f". Its log: {self.logs / kept.name}.log"
        )
        kept.process = None

    def log_tail(self, name: str, characters: int = 2000) -> str:
        return (self.logs / f"{name}.log").read_text(errors="replace")[-characters:]

    def stop(self) -> None:
        """Ask all to end at once, wait for each; a worker finishes the jobs that it has in hand."""
        for kept in self.kept:
            if kept.process and kept.process.poll() is None:
                kept.process.terminate()
        for kept in self.kept:
            if kept.process:
                processes.stop(kept.process)
                kept.process = None
