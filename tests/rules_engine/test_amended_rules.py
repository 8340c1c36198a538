"""Records under an amendment of the rules: read and judged as all others, its name kept as it is."""

from __future__ import annotations

import json
import re

import pytest

from rules_engine.reading import Malformed
from tests.rules_engine.garbage import CHECKED

AMENDED = "kvse-2026"


@pytest.mark.parametrize("game", CHECKED)
def test_a_record_may_name_any_rules_that_an_authority_may_have_published(game: str) -> None:
    check, record_of = CHECKED[game]
    record = record_of(1)
    official, amended = (
        re.sub(r" at 0x[0-9a-f]+", "", repr(check(json.dumps({**record, "ruleset": name}).encode())))
        for name in (record["ruleset"], AMENDED)
    )
    assert amended == official


@pytest.mark.parametrize("game", CHECKED)
@pytest.mark.parametrize("name", ["", "our own rules", "règles", 1966, None, "x" * 61])
def test_what_cannot_be_the_name_of_rules_is_refused_where_it_is(game: str, name: object) -> None:
    check, record_of = CHECKED[game]
    with pytest.raises(Malformed) as refused:
        check(json.dumps({**record_of(1), "ruleset": name}).encode())
    assert refused.value.pointer == "/ruleset"
