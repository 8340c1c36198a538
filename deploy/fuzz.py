"""The properties of the suite on new examples for a given time, on every core.

Each core runs rounds of pytest in processes of their own, each round from a seed of its own. A property that
fails is printed at once with the example that failed, ready to be pinned, and with the command that fails
again, and is left out of further rounds. At the end it says how many examples of each property were tried; a
run that tried none proves nothing and ends with 1.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import FrameType
from typing import Any

from deploy.processes import ROOT

TIMES = 4
"""How many times the examples of a run of the suite one round tries."""
SIGNS = ("from hypothesis", "from tests.support.seeds")
LONGER = 60
"""How many seconds a test that runs when the time is over is given to end."""
FINE = (0, 5)
FAILED = 1


@dataclass
class Fuzzing:
    """What was tried and what failed so far, of all cores."""

    until: float
    tried: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    broken: int = 0
    rounds: int = 0
    running: set[subprocess.Popen[str]] = field(default_factory=set)
    stopped: bool = False
    lock: Lock = field(default_factory=Lock)

    def rounds_of_a_core(self) -> None:
        while not self.stopped and time.time() < self.until:
            self.round(1 + secrets.randbelow(2**31))

    def round(self, seed: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            told_in = Path(folder) / "told.json"
            environment = {
                "SAAS_SEEDS_FROM": str(seed),
                "SAAS_SEEDS_TIMES": str(TIMES),
                "SAAS_FUZZ_UNTIL": str(self.until),
                "SAAS_FUZZ_TOLD_IN": str(told_in),
                "TMPDIR": folder,
            }
            process = subprocess.Popen(
                self.command(seed),
                cwd=ROOT,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            self.running.add(process)
            try:
                output, _ = process.communicate(timeout=max(1.0, self.until + LONGER - time.time()))
            except subprocess.TimeoutExpired:
                process.terminate()
                output, _ = process.communicate()
            self.running.discard(process)
            report = json.loads(told_in.read_text()) if told_in.exists() else {"tried": {}, "failed": []}
            self.note(seed, process.returncode, output, report)

    def command(self, seed: int) -> list[str]:
        chosen = [arg for test in self.failed for arg in ("--deselect", test)]
        plugin = ["-p", "tests.support.fuzzing", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}"]
        return [sys.executable, "-m", "pytest", "-q", "-n", "0", *plugin, *chosen, *properties()]

    def note(self, seed: int, ended: int, output: str, report: dict[str, Any]) -> None:
        with self.lock:
            self.rounds += 1
            self.tried.update(report["tried"])
            over = self.stopped or time.time() > self.until
            if ended not in (*FINE, FAILED) and not over:
                self.broken += 1
                say(f"\nA round from seed {seed} broke off with {ended}:\n{output}")
                self.stopped = self.broken > 2
                return
            fresh = {test.partition("[")[0]: test for test in reversed(report["failed"])}
            fresh = {name: test for name, test in fresh.items() if name not in self.failed}
            if fresh:
                self.failed += fresh
                say(output)
                for test in fresh.values():
                    again = f"SAAS_SEEDS_FROM={seed} SAAS_SEEDS_TIMES={TIMES} .venv/bin/python -m pytest"
                    say(f"Fails again by: {again} --hypothesis-seed={seed} '{test}'")

    def summary(self) -> list[str]:
        """How many examples of each property were tried, none of some perhaps, and what failed."""
        lines = [f"{times:9,}  {test}" for test, times in sorted(self.tried.items())]
        untried = sum(not times for times in self.tried.values())
        never = f"; {untried} of them had no turn" if untried else ""
        total, count = self.tried.total(), len(self.tried)
        lines.append(f"{total:9,}  examples of {count} properties, in {self.rounds} rounds{never}")
        if not total:
            lines.append("NOTHING WAS TRIED: give it more minutes, or see above why no round came so far.")
        return [*lines, *(f"FAILED {test}" for test in dict.fromkeys(self.failed))]

    def code(self) -> int:
        return 0 if self.tried.total() and not self.failed and not self.broken else 1

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopped = True
        for process in list(self.running):
            process.terminate()


def properties() -> list[str]:
    """The files that have some."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in files if any(sign in path.read_text() for sign in SIGNS)]


def say(sentence: str) -> None:
    print(sentence, flush=True)


def main() -> int:
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        say("Say for how many minutes: make fuzz MINUTES=60")
        return 2
    fuzzing = Fuzzing(until=time.time() + 60 * int(sys.argv[1]))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, fuzzing.stop)
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        for running in [pool.submit(fuzzing.rounds_of_a_core) for _core in range(cores)]:
            running.result()
    for line in fuzzing.summary():
        say(line)
    return fuzzing.code()


if __name__ == "__main__":
    sys.exit(main())
