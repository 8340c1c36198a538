"""Papers are drawn from facts alone, so that whoever has no site can draw and compare them."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.processes import ROOT

DRAWN = (
    "sanctioning.kit.press.typesetter",
    "scoring.certificates.documents.certificates",
    "scoring.rosters.documents.booklet",
    "tournaments.formats.bid_whist.documents.sheets",
    "tournaments.formats.columbus_whist.documents.sheets",
    "tournaments.formats.military_whist.documents.movement",
    "tournaments.formats.military_whist.documents.signs_and_cards",
)


def test_papers_are_drawn_without_settings() -> None:
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-c", f"import {', '.join(DRAWN)}"]
    done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
