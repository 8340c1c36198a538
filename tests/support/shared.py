"""Folders that all processes of a run share: whoever comes first fills one, the others wait."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

SHARED = "TESTS_SHARED"
"""Names the folder that they are in. No setting, so without the prefix of those."""


def shared_folder(name: str, fill: Callable[[Path], object]) -> Path:
    """The folder of that name, filled once; nothing half-made is left under its name."""
    shared = Path(os.environ[SHARED])
    shared.mkdir(parents=True, exist_ok=True)
    folder = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            being_filled = shared / f"{name}.being-filled"
            fill(being_filled)
            being_filled.rename(folder)
    return folder
