"""A file of twenty thousand members with hundreds of faults of seventeen kinds: all are found, no more.

It is uploaded and checked as somebody at the page does it, and what the job kept is read.
"""

from __future__ import annotations

import csv
import io
import random
from typing import Final

import pytest

from scoring.imports.models import ImportRow
from tests.cast import Cast
from tests.scoring.imports.test_imports import checked, faults
from tests.scoring.imports.test_imports_property import FAULTS, HEADS, Row, sound_row

MEMBERS: Final = 20_000
FAULTY: Final = 300
TWICE: Final = 20
FIFTEEN: Final = tuple(sorted(FAULTS.keys() - {"reference-twice"}))
assert len(FIFTEEN) == 15


def the_file(seed: int) -> tuple[io.BytesIO, dict[int, str]]:
    """The file, and the fault of each faulty line. Its last lines say what earlier ones said."""
    chance = random.Random(seed)
    places = sorted(chance.sample(range(2, MEMBERS + 2), FAULTY))
    faulty = {place: FIFTEEN[index % len(FIFTEEN)] for index, place in enumerate(places)}
    lines = {place: sound_row(place, chance) for place in range(2, MEMBERS + 2)}
    sound = chance.sample(sorted(lines.keys() - faulty.keys()), 2 * TWICE)
    for place in sound[TWICE:]:
        lines[place] |= {"born": "30.04.1961"}
    repeated = [lines[place] for place in sound[:TWICE]]
    same_people = [lines[place] | {"reference": "", "email": "new@example.org"} for place in sound[TWICE:]]
    for place, fault in faulty.items():
        lines[place] = FAULTS[fault](lines[place])
    codes = ["twice-in-file"] * TWICE + ["person-twice"] * TWICE
    faulty |= dict(enumerate(codes, start=MEMBERS + 2))
    return written_as_csv([*lines.values(), *repeated, *same_people]), faulty


def written_as_csv(lines: list[Row]) -> io.BytesIO:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADS)
    for row in lines:
        writer.writerow([*(row[head] for head in HEADS), *([row["more"]] if "more" in row else [])])
    return io.BytesIO(text.getvalue().encode())


@pytest.mark.django_db
def test_every_fault_is_found_and_nothing_else(cast: Cast) -> None:
    file, faulty = the_file(seed=1966)
    importing = checked(cast.registrar, "people", file)
    assert ImportRow.objects.filter(of=importing).count() == MEMBERS + 2 * TWICE
    assert faults(importing) == {line: [fault] for line, fault in faulty.items()}
    assert set(faulty.values()) == {*FIFTEEN, "twice-in-file", "person-twice"}
