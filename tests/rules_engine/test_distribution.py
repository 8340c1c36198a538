"""The wheel of the engine: built without a network, installed into a folder of its own, and run from there.

Plain Python here, so that it takes a second: what is compiled is built and held to the same findings by
`make bench`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tests" / "rules_engine" / "data" / "sample-3-players.json"
BUILT_FROM = ("pyproject.toml", "setup.py", "LICENSE")
OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation", "--no-compile", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the distribution, built from the engine and the files that describe it."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    shutil.copytree(
        ROOT / "rules_engine", source / "rules_engine", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, source)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *OFFLINE, "--target", str(target), str(source)],
        env=os.environ | {"RULES_ENGINE_PURE": "1"},
        check=True,
        capture_output=True,
    )
    return target


@pytest.fixture(scope="module")
def distribution(installed: Path) -> Distribution:
    [description] = installed.glob("*.dist-info")
    return PathDistribution(description)


def test_it_is_the_engine_alone_with_its_data(installed: Path, distribution: Distribution) -> None:
    packages = {path.name for path in installed.iterdir()} - {"bin"}
    assert packages == {"rules_engine", distribution._path.name}  # type: ignore[attr-defined]
    source = {str(path.relative_to(ROOT)) for path in (ROOT / "rules_engine").rglob("*.*") if path.is_file()}
    packed = {str(path) for path in distribution.files or () if path.parts[0] == "rules_engine"}
    left_out = {path for path in source - packed if not path.endswith(".pyc")}
    assert left_out == {"rules_engine/README.md"}
    assert packed <= source


def test_it_says_what_it_is(distribution: Distribution) -> None:
    described = distribution.metadata
    assert described["License-Expression"] == "BSD-3-Clause"
    assert described["Description-Content-Type"] == "text/markdown"
    assert "rules-engine check" in str(described.get_payload())  # type: ignore[attr-defined]
    assert distribution.requires == ['orjson>=3.13; extra == "fast"']


def test_its_command_checks_a_record(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [installed / "bin" / "rules-engine", "check", "--format", "text", SAMPLE],
        env={"PYTHONPATH": str(installed)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{SAMPLE}: sample-3-players is a true record")
