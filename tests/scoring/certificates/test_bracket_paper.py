"""What the paper of a bracket says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.papers import in_order, lines_of, words_of
from tests.tournaments.slips.test_bracket_pages import of as bracket_of
from tournaments.slips.documents.brackets import bracket_pdf

pytestmark = pytest.mark.xdist_group("papers of formats")


def test_a_bracket_names_the_teams_of_each_match_in_the_order_of_their_places() -> None:
    facts = bracket_of(16)
    first, *later = facts.stages
    names = iter(f"Pair {letter}" for letter in "ABCDEFGHIJKLMNOP")
    matches = tuple(
        replace(match, sides=tuple(replace(side, name=next(names)) for side in match.sides))
        for match in first.matches
    )
    facts = replace(facts, stages=(replace(first, matches=matches), *later))
    [page] = words_of(bracket_pdf(facts, "The bracket", "identifier"))
    for match in matches:
        for side in match.sides:
            played = "absent" if side.absent else side.score
            assert f"{side.seed} {side.number} {side.name} {played}" in lines_of(page)
    assert in_order(page, [f"{place.place} {place.name[:20]}" for place in facts.places])
    assert in_order(page, [f"Pair {letter}" for letter in "ABCDEFGHIJKLMNOP"])
    assert in_order(page, [facts.third_title])
