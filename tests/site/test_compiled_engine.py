"""Every process of the site uses the compiled engine, where it was built from these sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.compiled_engine import ROOT, compiled_engine, prefer_compiled

ENTRANCES = {
    "web": "import config.wsgi",
    "worker": "import config.celery",
    "commands": "import sys, manage; sys.argv = ['manage.py', 'version']; manage.main()",
}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The sources of the engine, and what stands for the compiled ones."""
    shutil.copytree(ROOT / "rules_engine", tmp_path / "rules_engine")
    for name in ("pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "rules_engine", compiled_engine(tmp_path) / "rules_engine")
    return tmp_path


def test_an_edit_is_never_hidden_behind_what_was_compiled_before_it(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = compiled_engine(clone)
    monkeypatch.setattr(sys, "path", ["before"])
    prefer_compiled(clone)
    assert sys.path == [str(folder), "before"]
    source = clone / "rules_engine" / "whoopie" / "scoring.py"
    source.write_text(source.read_text() + "\n")
    assert compiled_engine(clone) != folder
    monkeypatch.setattr(sys, "path", ["before"])
    prefer_compiled(clone)
    assert sys.path == ["before"]


@pytest.mark.parametrize("entrance", ENTRANCES.values(), ids=ENTRANCES)
def test_each_process_of_the_site_uses_it(entrance: str, clone: Path) -> None:
    """The clone has its own entrances, and all else of the site from here."""
    shutil.copytree(ROOT / "config", clone / "config")
    shutil.copy(ROOT / "manage.py", clone)
    program = f"{entrance}; import rules_engine.whoopie.scoring as scoring; print(scoring.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=clone,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith(str(compiled_engine(clone)))
