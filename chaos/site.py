"""The processes of the site, started as their unit files start them, and again when they are gone."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from deploy import processes

HOST: Final = "saas.example.org"
WEB: Final = ("web-1", "web-2")
WORKERS: Final = ("worker-1", "worker-2")
CLOCKS: Final = ("clock-1", "clock-2")


class Site:
    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.ports = {name: processes.any_free_port() for name in WEB}
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        return (*WEB, *WORKERS, "waiting", *CLOCKS)

    def start(self, name: str) -> None:
        self._running[name] = processes.start(
            [sys.executable, "-m", *self._command(name)],
            log=self.folder / f"{name}.log",
            environment=self.environment,
        )

    def kill(self, name: str) -> None:
        process = self._running[name]
        processes.signal_group(process, signal.SIGKILL)
        process.wait()

    def pause(self, name: str, *, going_on: bool) -> None:
        """It stands still, as on a machine that swaps; whoever waits for it cannot know."""
        processes.signal_group(self._running[name], signal.SIGCONT if going_on else signal.SIGSTOP)

    def stop(self) -> None:
        for process in self._running.values():
            processes.signal_group(process, signal.SIGCONT)
            processes.stop(process, seconds=30)

    def wait_until_ready(self, name: str, seconds: float = 120) -> None:
        deadline = time.monotonic() + seconds
        while not self._is_ready(name):
            if time.monotonic() > deadline:
                log = (self.folder / f"{name}.log").read_text(errors="replace")
                raise TimeoutError(f"{name} is not ready:\n{log[-3000:]}")
            time.sleep(0.2)

    def _is_ready(self, name: str) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.ports[name], timeout=5)
        try:
            line.request("GET", "/health/ready/")
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def _command(self, name: str) -> list[str]:
        if name in WEB:
            address = f"127.0.0.1:{self.ports[name]}"
            size = ["--workers", "2", "--threads", "4", "--timeout", "60", "--preload", "--no-control-socket"]
            return ["gunicorn", "config.wsgi", "--bind", address, *size]
        if name in CLOCKS:
            beat = str(self.folder / name)
            return ["celery", "--app", "config.clock", "beat", "--pidfile=", "--schedule", beat]
        quiet = ["--loglevel", "INFO", "--without-gossip", "--without-mingle", "--hostname", f"{name}@chaos"]
        worker = ["celery", "--app", "config", "worker", *quiet]
        if name == "waiting":
            return [*worker, "--waiting", "--pool", "threads", "--concurrency", "4"]
        return [*worker, "--concurrency", "2"]
