"""A file of many people with some faults: exactly the faulty rows are refused, each for its own reason."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sanctioning.kit.check_characters import member_number
from scoring.imports.files import found_out, rows_below_head
from scoring.imports.models import Import
from scoring.imports.services.checking import drafts_of, judge
from scoring.imports.services.kinds import KINDS
from scoring.imports.services.kinds.kind import Draft, ImportCheck
from tests.cast import Cast

HEADS: Final = ("number", "reference", "given_names", "family_name", "born", "club", "email", "consent")
Row = dict[str, str]
UNKNOWN: Final = member_number(98765)
UNSOUND: Final = UNKNOWN[:-1] + ("2" if UNKNOWN[-1] != "2" else "3")
FAULTS: Final[dict[str, Callable[[Row], Row]]] = {
    "missing": lambda row: row | {"family_name": ""},
    "too-long": lambda row: row | {"given_names": "A" * 81},
    "formula": lambda row: row | {"given_names": "=HYPERLINK(1)"},
    "unreadable": lambda row: row | {"given_names": "A\ufffdnn"},
    "no-shape": lambda row: row | {"given_names": "A\u200bnn"},
    "cells-over": lambda row: row | {"more": "over"},
    "no-day": lambda row: row | {"born": "31.02.1970"},
    "short-year": lambda row: row | {"born": "01.02.05"},
    "birth-impossible": lambda row: row | {"born": "1799"},
    "day-to-come": lambda row: row | {"born": "31.12.2999"},
    "no-email": lambda row: row | {"email": "nowhere"},
    "no-answer": lambda row: row | {"consent": "perhaps"},
    "number-unsound": lambda row: row | {"number": UNSOUND},
    "number-unknown": lambda row: row | {"number": UNKNOWN},
    "club-unknown": lambda row: row | {"club": "Nowhere Club"},
    "reference-twice": lambda row: row | {"reference": "1"},
}


def sound_row(place: int, chance: random.Random) -> Row:
    letters = "".join(chance.choice("bcdfgklmnprst") + chance.choice("aeiou") for _ in range(5))
    return {
        "number": "",
        "reference": str(place),
        "given_names": letters[:5].title(),
        "family_name": f"{letters.title()}{place}son",
        "born": chance.choice(["", "1958", "30.04.1961"]),
        "club": chance.choice(["", "Arden Whoopie Club"]),
        "email": chance.choice(["", f"{letters}@example.org"]),
        "consent": chance.choice(["", "ja", "no", "results"]),
    }


def judged(cast: Cast, lines: list[Row]) -> list[Draft]:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADS)
    writer.writerows(
        [*(line[head] for head in HEADS), *([line["more"]] if "more" in line else [])] for line in lines
    )
    file = io.BytesIO(text.getvalue().encode())
    how = found_out(file, HEADS.__contains__)
    shape = {"encoding": how.encoding, "days": how.days, "headings": HEADS}
    columns = {column.name: HEADS.index(column.name) for column in KINDS["people"].columns}
    importing = Import(kind="people", settings={**shape, "columns": columns}, uploaded_by=cast.registrar)
    drafts = list(drafts_of(KINDS["people"].columns, rows_below_head(file, how), importing.settings))
    judge(ImportCheck(importing), drafts)
    return drafts


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32),
    people=st.integers(20, 120),
    faulty=st.dictionaries(st.integers(2, 19), st.sampled_from(sorted(FAULTS)), max_size=15),
)
def test_exactly_the_faulty_rows_are_refused_each_for_its_reason(
    cast: Cast, seed: int, people: int, faulty: dict[int, str]
) -> None:
    chance = random.Random(seed)
    lines = [sound_row(place, chance) for place in range(1, people + 1)]
    for place, fault in faulty.items():
        lines[place] = FAULTS[fault](lines[place])
    drafts = judged(cast, lines)
    assert len(drafts) == people
    wrong = {draft.number - 2: [fault["code"] for fault in draft.faults] for draft in drafts if draft.faults}
    assert wrong == {place: [fault] for place, fault in faulty.items()}


@pytest.mark.django_db
def test_every_kind_of_fault_is_told(cast: Cast) -> None:
    chance = random.Random(1966)
    lines = [sound_row(place, chance) for place in range(1, len(FAULTS) + 2)]
    for place, fault in enumerate(FAULTS, start=1):
        lines[place] = FAULTS[fault](lines[place])
    assert [draft.faults[0]["code"] for draft in judged(cast, lines) if draft.faults] == list(FAULTS)
