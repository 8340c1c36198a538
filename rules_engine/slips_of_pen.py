"""What looks like several faults of a record and is one slip of a pen."""

from collections.abc import Mapping, Sequence


def exchanged(noted: Mapping[int, object], due: Mapping[int, object]) -> bool:
    """Whether two keys, and no more, have each what is due to the other."""
    if len(noted) != 2:
        return False
    first, second = noted
    return noted[first] == due[second] and noted[second] == due[first]


def wrong_figures(
    noted: Sequence[int], courses: Sequence[Sequence[int]]
) -> tuple[dict[int, int], dict[int, int]]:
    """By place from 1: figures that none of the possible courses has, and those of the first one there."""
    wrong = {
        place: figure
        for place, figure in enumerate(noted, 1)
        if all(course[place - 1] != figure for course in courses)
    }
    return wrong, {place: courses[0][place - 1] for place in wrong}
