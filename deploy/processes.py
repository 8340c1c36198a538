"""Processes that must not outlive the one that started them, and ports that are free."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PR_SET_PDEATHSIG = 1


def dies_with_parent(last_signal: int) -> Callable[[], None]:
    """For a new process to call: the kernel sends it `last_signal` when its parent dies, however it dies."""
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def bind() -> None:
        libc.prctl(PR_SET_PDEATHSIG, last_signal)
        if os.getppid() != parent:
            os.kill(os.getpid(), last_signal)

    return bind


def start(
    command: Sequence[str | Path],
    *,
    log: Path,
    environment: Mapping[str, str] | None = None,
    user: str | None = None,
    last_signal: int = signal.SIGTERM,
    folder: Path = ROOT,
) -> subprocess.Popen[bytes]:
    """Start a process in a group of its own; what it says goes to `log`."""
    with log.open("ab") as output:
        return subprocess.Popen(
            [str(part) for part in command],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=dies_with_parent(last_signal),
            user=user,
            group=user,
            extra_groups=[] if user else None,
        )


def signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    """Send a signal to the process and whatever it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def stop(process: subprocess.Popen[bytes], *, by: int = signal.SIGTERM, seconds: float = 20) -> None:
    """Ask the process to end, and end it and its children where it does not."""
    if process.poll() is None:
        process.send_signal(by)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    signal_group(process, signal.SIGKILL)
    process.wait()


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def any_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
