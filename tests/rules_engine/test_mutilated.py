"""Records of every game with a part replaced, removed or doubled: each is checked or refused, nothing else is
raised, and the work stays within bounds (counted in instructions, not in time).
"""

import json
from contextlib import suppress
from functools import partial

import pytest

from rules_engine.formats import check_document
from rules_engine.reading import Malformed, load_json
from tests.rules_engine.mutilate import each_mutilated, mutilations
from tests.rules_engine.test_bounds import FULL, SLACK, WORK_AT_MOST
from tests.rules_engine.work import instructions
from tests.support.seeds import by_seeds

EVERY = 23
"""Of one mutilation in so many the work is counted, which takes thirty times as long."""


def checked(record: object) -> None:
    """Check what may be a record, and refuse what is none."""
    with suppress(Malformed):
        json.dumps(check_document(record).as_document())


@pytest.mark.parametrize("name", FULL)
def test_every_part_replaced_removed_or_doubled(name: str) -> None:
    most = WORK_AT_MOST * instructions(partial(checked, FULL[name])) + SLACK
    for number, (what, record) in enumerate(each_mutilated(FULL[name])):
        try:
            if number % EVERY:
                checked(record)
            else:
                instructions(partial(checked, record), most)
        except Exception as error:
            raise AssertionError(what) from error


@by_seeds(4)
def test_files_torn_cut_and_mixed_up(seed: int) -> None:
    for data in mutilations(150, seed):
        with suppress(Malformed):
            checked(load_json(data))
