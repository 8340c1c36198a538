"""How the templates of pages, papers and mails are laid out, beyond what their formatter sees to."""

from __future__ import annotations

from deploy.processes import ROOT
from deploy.words import templates

WIDEST = 160


def test_every_line_fits() -> None:
    """The formatter leaves a long tag alone: a tag of Django cannot go on in the next line."""
    too_wide = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for path in templates()
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > WIDEST
    ]
    assert too_wide == []


def test_every_template_is_where_its_words_are_gathered() -> None:
    """So that none escapes the test above, nor the catalogue."""
    gathered = set(templates())
    for layer in ("templates", "sanctioning", "tournaments", "scoring"):
        assert set((ROOT / layer).rglob("*.html")) <= gathered
