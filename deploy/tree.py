"""The tree of packages, read off their docstrings; `python -m deploy.tree` writes it into the page on layout.

Terms: role (a folder named for what its modules do in any package: services, selectors, views …); roles are
not packages and not listed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from deploy.processes import ROOT

PAGE: Final = ROOT / "docs" / "architecture.md"
LAYERS: Final = ("scoring", "tournaments", "sanctioning", "rules_engine")
ROLES: Final = {
    *("api", "documents", "forms", "lists", "management", "migrations", "models", "notifications"),
    *("permissions", "selectors", "services", "templatetags", "views"),
}
# What is a role elsewhere is a capability of the kit.
KIT: Final = ROOT / "sanctioning" / "kit"
DEPTH: Final = 2
BEGIN, END = "## What is where\n```\n", "```\n"
BLANK_LINE: Final = "\n\n"


def page() -> str:
    """docs/architecture.md with the tree as it is now."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(f"\n{END}")[2]
    return f"{before}{BEGIN}{tree()}\n{END}{after}"


def tree() -> str:
    """Each layer with its packages, and theirs, each with the first paragraph of its docstring."""
    return "\n".join(line for layer in LAYERS for line in _layer(ROOT / layer))


def _layer(folder: Path) -> Iterator[str]:
    packages = [("  " * depth + f"{package.name}/", package) for package, depth in _packages(folder, 1)]
    width = max(len(name) for name, _package in packages)
    yield f"{folder.name}/"
    for name, package in packages:
        docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""
        yield f"{name:<{width}}  {' '.join(docstring.partition(BLANK_LINE)[0].split())}".rstrip()


def _packages(folder: Path, depth: int) -> Iterator[tuple[Path, int]]:
    for package in (path.parent for path in sorted(folder.glob("*/__init__.py"))):
        if _is_package(package):
            yield package, depth
            if depth < DEPTH:
                yield from _packages(package, depth + 1)


def _is_package(folder: Path) -> bool:
    return folder.parent == KIT or folder.name not in ROLES


if __name__ == "__main__":
    PAGE.write_text(page())
