"""What random tests and properties are tried on: the same in every run of the suite, something new in every
round of `make fuzz`, which names where its seeds begin and how many times as much it tries.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

FROM: Final = "SAAS_SEEDS_FROM"
TIMES: Final = "SAAS_SEEDS_TIMES"
FIRST: Final = int(os.environ.get(FROM, "0"))
OFTEN: Final = int(os.environ.get(TIMES, "1"))
FUZZED: Final = FROM in os.environ
Test = TypeVar("Test", bound=Callable[..., Any])


def keep_examples_the_same() -> None:
    """No run depends on what an earlier one found, nor on how busy the machine is."""
    settings.register_profile(
        "suite",
        derandomize=not FUZZED,
        database=None,
        deadline=None,
        max_examples=examples(100),
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
    settings.load_profile("suite")
    if not FUZZED:
        _no_constants_of_modules()


def _no_constants_of_modules() -> None:
    """Hypothesis tries the constants of every module loaded so far, too: the examples of a test would go by
    the tests before it in its process, and each process would read all of the site's source."""
    providers._get_local_constants = Constants


def examples(count: int) -> int:
    """How many examples a property is tried on."""
    return count * OFTEN


def seeds(count: int) -> range:
    """The seeds of a test that goes through random records itself."""
    return range(FIRST, FIRST + examples(count))


def by_seeds(count: int, *pinned: int) -> Callable[[Test], Test]:
    """Try a test on so many seeds, and always on those `pinned`, at which it once failed."""

    def marked(test: Test) -> Test:
        tried: Test = pytest.mark.parametrize("seed", [*seeds(count), *pinned])(test)
        return randomly(tried)

    return marked


def randomly(test: Test) -> Test:
    """Mark a test that goes by `seeds`, for `make fuzz`."""
    marked: Test = pytest.mark.random(test)
    return marked
