"""Every code of the check has words for people."""

from __future__ import annotations

import re
from pathlib import Path

from tournaments.reports.finding_words import WORDS, words_of

ROOT = Path(__file__).parents[3]


def test_every_code_of_the_page_of_formats_has_its_words() -> None:
    table = (
        (ROOT / "docs" / "formats.md")
        .read_text()
        .partition("| code | what is wrong |")[2]
        .partition("\n\n")[0]
    )
    assert set(re.findall(r"`([a-z-]+)`", table)) <= set(WORDS)


def test_every_code_that_the_engine_of_whoopie_gives_has_its_words() -> None:
    code = "".join(path.read_text() for path in (ROOT / "rules_engine" / "whoopie").rglob("*.py"))
    assert set(re.findall(r'Finding\(\s*"([a-z-]+)"', code)) <= set(WORDS)


def test_a_code_without_words_is_shown_all_the_same() -> None:
    assert words_of("score-mismatch") == "running total"
    assert words_of("of-tomorrow") == "of tomorrow"
