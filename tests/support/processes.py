"""Real processes of the site for tests: free ports, workers and servers that are ended with the test."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def wait_until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Look again and again; fails with `what` was waited for."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise AssertionError(f"After {seconds} s still not: {what}")
        time.sleep(0.05)


def children(parent: int) -> list[int]:
    """The processes that it has started and that still run."""
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for task in tasks for child in text_of(task).split()]


def text_of(file: Path) -> str:
    """What the kernel says there; nothing any more once the process has ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return file.read_text()
    return ""


def descendants(ancestor: int) -> list[int]:
    return [pid for child in children(ancestor) for pid in (child, *descendants(child))]


def command_line(pid: int) -> str:
    return text_of(Path(f"/proc/{pid}/cmdline")).replace("\0", " ")


def environment_of_a_process() -> dict[str, str]:
    """This process's own, without what a browser in it needed (`tests.conftest.browser`)."""
    return {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}


class Process:
    """One process of the site, in a group of its own so that its children go with it."""

    def __init__(self, *arguments: str, environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as output:
            self._popen = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env={**environment_of_a_process(), **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def ended(self) -> bool:
        return self._popen.poll() is not None

    def kill(self) -> None:
        """kill -9 to it and all its children at once, as when a machine loses its power."""
        self._signal(signal.SIGKILL)
        self._popen.wait()

    def kill_all(self) -> None:
        """kill -9 also to those that it started in groups of their own."""
        victims = [self._popen.pid, *descendants(self._popen.pid)]
        for victim in victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        self._popen.wait()

    @property
    def pid(self) -> int:
        return self._popen.pid

    def stop(self) -> None:
        """Ask it to end, as a restart would."""
        self._signal(signal.SIGTERM)
        try:
            self._popen.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._popen.pid, number)
