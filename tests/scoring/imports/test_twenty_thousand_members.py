"""A file of twenty thousand members with three hundred faults of fifteen kinds: all are found, no more.

The file is read and judged as the job does it, some hundred rows at a time, but for keeping the rows.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from itertools import islice
from typing import Final

import pytest

from scoring.imports.files import Settings, found_out, rows
from scoring.imports.kinds import KINDS
from scoring.imports.kinds.kind import Check, Draft
from scoring.imports.models import Import
from scoring.imports.services.checking import AT_ONCE, drafts_of, judge
from tests.cast import Cast
from tests.scoring.imports.test_imports_property import FAULTS, HEADS, Row, sound_row

MEMBERS: Final = 20_000
FAULTY: Final = 300
FIFTEEN: Final = tuple(sorted(FAULTS.keys() - {"reference-twice"}))
assert len(FIFTEEN) == 15


def the_file(seed: int) -> tuple[io.BytesIO, dict[int, str]]:
    """The file, and the fault of each faulty line."""
    chance = random.Random(seed)
    places = sorted(chance.sample(range(2, MEMBERS + 2), FAULTY))
    faulty = {place: FIFTEEN[index % len(FIFTEEN)] for index, place in enumerate(places)}
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADS)
    for line in range(2, MEMBERS + 2):
        row: Row = sound_row(line, chance)
        if fault := faulty.get(line):
            row = FAULTS[fault](row)
        writer.writerow([*(row[head] for head in HEADS), *([row["more"]] if "more" in row else [])])
    return io.BytesIO(text.getvalue().encode()), faulty


def judged(cast: Cast, file: io.BytesIO) -> Iterator[Draft]:
    how: Settings = found_out(file)
    columns = {column.name: HEADS.index(column.name) for column in KINDS["people"].columns}
    settings = {"encoding": how.encoding, "days": how.days, "headings": HEADS, "columns": columns}
    check = Check(Import(kind="people", settings=settings, uploaded_by=cast.registrar))
    drafts = drafts_of(KINDS["people"].columns, rows(file, how), settings)
    while batch := list(islice(drafts, AT_ONCE)):
        judge(check, batch)
        yield from batch


@pytest.mark.django_db
def test_three_hundred_faults_of_fifteen_kinds_are_found_and_nothing_else(cast: Cast) -> None:
    file, faulty = the_file(seed=1966)
    faults, count = {}, 0
    for draft in judged(cast, file):
        count += 1
        if draft.faults:
            faults[draft.number] = [fault["code"] for fault in draft.faults]
    assert count == MEMBERS
    assert faults == {line: [fault] for line, fault in faulty.items()}
    assert {fault for [fault] in faults.values()} == set(FIFTEEN)
