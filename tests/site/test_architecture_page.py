"""docs/architecture.md shows the packages that there are."""

from __future__ import annotations

from deploy.tree import PAGE, page, tree


def test_the_tree_is_that_of_the_packages() -> None:
    assert PAGE.read_text() == page(), "docs/architecture.md is out of date: python -m deploy.tree"
    assert "    appeals/" in tree()


def test_every_package_says_what_it_holds() -> None:
    assert [line for line in tree().splitlines()[1:] if line.startswith(" ") and len(line.split()) < 4] == []
