"""The bracket on one page, for every format that has one."""

from __future__ import annotations

from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.display.registry import FormatPaper, register_papers
from tournaments.formats.registry import FORMATS
from tournaments.slips.documents.brackets import bracket_pdf
from tournaments.slips.selectors.brackets import bracket_of_game

BRACKET = FormatPaper(
    name="bracket", title=_lazy("The bracket on one page"), read=bracket_of_game, draw=bracket_pdf
)

for slug, played in FORMATS.items():
    if played.has_bracket:
        register_papers(slug, BRACKET)
