"""Shell scripts, as far as a linter sees."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from config.settings.values import BASE_DIR

SHEBANGS = (b"#!/bin/sh", b"#!/usr/bin/env bash")


def scripts() -> list[Path]:
    files = [path for path in (BASE_DIR / "deploy").rglob("*") if path.is_file()]
    return [path for path in files if path.read_bytes().startswith(SHEBANGS)]


def test_the_linter_of_shell_scripts_finds_nothing() -> None:
    found = scripts()
    assert {"serve", "compose", "roles.sh", "run"} <= {path.name for path in found}
    linter = Path(sys.executable).with_name("shellcheck")
    command: list[str | Path] = [linter, "--external-sources", *found]
    said = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert (said.stdout, said.returncode) == ("", 0)
