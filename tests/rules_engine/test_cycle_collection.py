"""The collector of reference cycles rests while records are checked, for a check makes no cycles."""

import contextlib
import gc
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from rules_engine.cycle_collection import CollectorRests
from tests.rules_engine import garbage
from tests.support.processes import ROOT


@pytest.fixture
def _as_before() -> Iterator[None]:
    yield
    gc.enable()


def test_a_check_makes_no_cycles_that_the_collector_would_have_to_find() -> None:
    counted = subprocess.run(
        [sys.executable, "-m", garbage.__name__], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(counted.stdout) == dict.fromkeys(garbage.CHECKED, 0)


@pytest.mark.usefixtures("_as_before")
@pytest.mark.parametrize("collecting", [True, False])
def test_afterwards_the_collector_is_as_it_was(collecting: bool) -> None:
    gc.enable() if collecting else gc.disable()
    with contextlib.suppress(KeyError), CollectorRests():
        resting = not gc.isenabled()
        raise KeyError
    assert resting
    assert gc.isenabled() is collecting
