"""Prints the Debian packages that are needed for the named purposes and not there; nothing if all is well.

`python3 deploy/missing_packages.py site tests`. Runs before anything is installed, so with the standard
library alone. It looks for the thing itself and not for the package, so whatever brought it will do.
"""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def library(name: str) -> Callable[[], bool]:
    def loads() -> bool:
        try:
            ctypes.CDLL(name)
        except OSError:
            return False
        return True

    return loads


def program(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def any_font() -> bool:
    return any(path for path in Path("/usr/share/fonts").rglob("*.[ot]tf"))


def postgresql() -> bool:
    return any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb") is not None


def pgbouncer() -> bool:
    return shutil.which("pgbouncer") is not None or Path("/usr/sbin/pgbouncer").exists()


def python_headers() -> bool:
    return (Path(sysconfig.get_paths()["include"]) / "Python.h").exists()


def can_make_environments() -> bool:
    return Path(".venv/bin/python").exists() or importlib.util.find_spec("ensurepip") is not None


@dataclass(frozen=True)
class Need:
    """A thing that a purpose needs, the package that brings it, and how to see that it is there."""

    purpose: str
    package: str
    is_there: Callable[[], bool]


NEEDS = [
    Need("site", f"python3.{sys.version_info.minor}-venv", can_make_environments),
    Need("site", "libpango-1.0-0", library("libpango-1.0.so.0")),
    Need("site", "libpangoft2-1.0-0", library("libpangoft2-1.0.so.0")),
    Need("site", "libharfbuzz-subset0", library("libharfbuzz-subset.so.0")),
    Need("site", "fontconfig", program("fc-list")),
    Need("site", "fonts-dejavu-core", any_font),
    Need("tests", "postgresql", postgresql),
    Need("tests", "redis-server", program("redis-server")),
    Need("tests", "pgbouncer", pgbouncer),
    # The shell draws as Chromium does and has none of its windows, which cost as much again as the pages.
    Need("tests", "chromium-headless-shell", program("chromium-headless-shell", "chromium")),
    Need("benchmarks", "gcc", program("gcc")),
    Need("benchmarks", f"python3.{sys.version_info.minor}-dev", python_headers),
]


def missing(purposes: list[str], needs: list[Need] = NEEDS) -> list[str]:
    return [need.package for need in needs if need.purpose in purposes and not need.is_there()]


if __name__ == "__main__":
    print(*missing(sys.argv[1:]))
