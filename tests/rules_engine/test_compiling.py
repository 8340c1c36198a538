"""The list of the modules that are compiled for checking by the thousand names modules that are there."""

from __future__ import annotations

from collections import Counter

from deploy.compile_engine import MODULES, SOURCE


def test_every_module_that_is_compiled_is_there_and_named_once() -> None:
    assert [module for module in MODULES if not (SOURCE / f"{module}.py").is_file()] == []
    assert [module for module, times in Counter(MODULES).items() if times > 1] == []
