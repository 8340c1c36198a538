"""The engine as it was compiled on this machine, used in place of the plain one of the clone.

Invariant: no edit is hidden behind an old binary: the folder is named for all that it was built from, so that
another source, another Python or another way to build finds none, and is run as it stands.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def compiled_engine(root: Path = ROOT) -> Path:
    """The folder in which the compiled engine of these sources is, once `deploy.engine` has made it."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    described = [project["build-system"], project["project"], project["tool"]["setuptools"]]
    digest = hashlib.sha256(f"{sys.version} {json.dumps(described, sort_keys=True)}".encode())
    for path in (root / "setup.py", *sorted((root / "rules_engine").rglob("*.py"))):
        digest.update(path.read_bytes())
    return root / ".engine" / digest.hexdigest()[:20]


def prefer_compiled(root: Path = ROOT) -> None:
    """To be called before anything of the engine is imported."""
    folder = compiled_engine(root)
    if folder.is_dir():
        sys.path.insert(0, str(folder))
        # At once, for others put their folders first in turn, as Celery does while it reads the settings.
        importlib.import_module("rules_engine")
