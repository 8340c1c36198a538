"""The bracket on one page, for every format that has one."""

from __future__ import annotations

from sanctioning.localised import lazily as _lazy
from scoring.documents.brackets import bracket_pdf
from scoring.formats import Paper, register_papers
from scoring.selectors.brackets import bracket_of_game
from tournaments.formats.registry import FORMATS

BRACKET = Paper(
    name="bracket", title=_lazy("The bracket on one page"), read=bracket_of_game, draw=bracket_pdf
)

for slug, played in FORMATS.items():
    if played.has_bracket:
        register_papers(slug, BRACKET)
