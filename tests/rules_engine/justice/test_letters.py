"""When a Letter goes: every vote there can be, against one sentence of the text."""

from __future__ import annotations

from itertools import product

from rules_engine.justice.letters import OBSTACLES, why_no_letter
from rules_engine.justice.votes import Motion


def test_a_letter_goes_with_a_carried_bar_by_all_that_asked_for_it_and_with_nothing_else() -> None:
    codes = set()
    for motion, (closed, carried, asked) in product(Motion, product((False, True), repeat=3)):
        stands = why_no_letter(motion, closed=closed, carried=carried, asked=asked)
        whole = motion.value == "type-2-bar-with-playoffs" and closed and carried and asked
        assert (stands is None) == whole
        if stands is not None:
            assert stands.rule == "III/Penalties"
            codes.add(stands.code)
    assert codes == set(OBSTACLES)


def test_the_first_thing_in_the_way_is_named() -> None:
    every = {"closed": False, "carried": False, "asked": False}
    bar = Motion.TYPE_2_BAR_WITH_PLAYOFFS
    codes = [why_no_letter(Motion.TYPE_2_BAR, **every), why_no_letter(bar, **every)]
    codes.append(why_no_letter(bar, **{**every, "closed": True}))
    codes.append(why_no_letter(bar, closed=True, carried=True, asked=False))
    assert [obstacle.code for obstacle in codes if obstacle] == list(OBSTACLES)
