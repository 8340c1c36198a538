"""Papers are drawn from facts alone, so that whoever has no site can draw and compare them."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.processes import ROOT

DRAWN = (
    "sanctioning.documents.typesetter",
    "scoring.documents",
    "scoring.formats.bid_whist.sheets",
    "scoring.formats.columbus_whist.sheets",
    "scoring.formats.military_whist.movement_sheets",
    "scoring.formats.military_whist.people_sheets",
)


def test_papers_are_drawn_without_settings() -> None:
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-c", f"import {', '.join(DRAWN)}"]
    done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
