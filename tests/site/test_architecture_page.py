"""docs/architecture.md shows the packages that there are, and leads to places that there are."""

from __future__ import annotations

import re
from importlib import import_module

from deploy.processes import ROOT
from deploy.tree import PAGE, page, tree

ANSWER = re.compile(r"^\| [^|]+\? \| `([\w/]+)` \| `([\w/]+\.py):(\w+)` \|$", re.MULTILINE)


def test_the_tree_is_that_of_the_packages() -> None:
    assert PAGE.read_text() == page(), "docs/architecture.md is out of date: python -m deploy.tree"
    assert "    appeals/" in tree()


def test_every_package_says_what_it_holds() -> None:
    assert [line for line in tree().splitlines()[1:] if line.startswith(" ") and len(line.split()) < 4] == []


def test_thirty_questions_lead_to_a_package_and_a_name_in_it() -> None:
    answers = ANSWER.findall(PAGE.read_text())
    assert len(answers) == 30
    for package, module, name in answers:
        assert (ROOT / package / "__init__.py").exists(), package
        path = f"{package}/{module}".removesuffix(".py")
        assert hasattr(import_module(path.replace("/", ".")), name), f"{path}.py:{name}"
