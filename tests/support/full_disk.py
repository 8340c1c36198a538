"""A disk that is really full: a small one that root may mount, or for anybody a limit of the process."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

ROOM: Final = 20_000
"""So many bytes fit on it."""


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """The folder on a disk of its own with little room; False where this process may not mount one."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Leave `ROOM` bytes of a small disk; gives the file to delete to have the rest again."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    with ballast.open("r+b") as file:
        file.truncate(ballast.stat().st_size - ROOM)
    return ballast


@contextmanager
def no_large_files() -> Iterator[None]:
    """Nothing this process writes may be longer than `ROOM`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
