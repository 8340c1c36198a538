"""One round of `make fuzz`, as a plugin of pytest: properties and random tests alone, file by file in an
order of its own, until the time is over; what was tried and what failed is written down as JSON.

A test that goes through several records by itself is counted as one.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Generator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import is_hypothesis_test
from hypothesis.statistics import collector

from tests.support.seeds import FIRST

UNTIL: Final = "SAAS_FUZZ_UNTIL"
TOLD_IN: Final = "SAAS_FUZZ_TOLD_IN"
tried: Counter[str] = Counter()
failed: list[str] = []


def property_of(item: pytest.Item) -> str:
    """Its name without the seed of this one case."""
    return item.nodeid.partition("[")[0]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("random") or is_hypothesis_test(getattr(item, "obj", None)):
            files.setdefault(item.path, []).append(item)
    order = list(files)
    Random(FIRST).shuffle(order)
    items[:] = [item for path in order for item in files[path]]
    tried.update({property_of(item): 0 for item in items})
    tell()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol() -> bool | None:
    """What comes after the time is over is not begun."""
    return True if time.time() > float(os.environ[UNTIL]) else None


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Count the examples; a test that goes by seeds alone is one a time."""

    def count(statistics: Mapping[str, Any]) -> None:
        phases = (statistics.get(f"{phase}-phase", {}) for phase in ("reuse", "generate", "shrink"))
        tried[property_of(item)] += sum(len(phase.get("test-cases", ())) for phase in phases)

    if not is_hypothesis_test(getattr(item, "obj", None)):
        tried[property_of(item)] += 1
        return (yield)
    with collector.with_value(count):  # type: ignore[arg-type]
        return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """After each test, so that nothing is lost of a round that is stopped."""
    if report.failed:
        failed.append(report.nodeid)
    tell()


def tell() -> None:
    Path(os.environ[TOLD_IN]).write_text(json.dumps({"tried": tried, "failed": failed}))
