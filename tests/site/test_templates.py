"""How templates are laid out, beyond what their formatter sees to."""

from __future__ import annotations

from deploy.check import TEMPLATES
from deploy.processes import ROOT

WIDEST = 160


def test_every_line_fits() -> None:
    """The formatter leaves a long tag alone: a tag of Django cannot go on in the next line."""
    too_wide = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for folder in TEMPLATES
        for path in sorted((ROOT / folder).rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > WIDEST
    ]
    assert too_wide == []
