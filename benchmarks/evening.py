"""An evening of sixty at ten tables, by the pages alone in Chromium: taps, pages loaded, requests, seconds.

    python benchmarks/evening.py [--widths 390 820 1920] [--pictures FOLDER] [--var FOLDER]

It holds the same evening at each width, each on a site of its own with the demo season, and prints a table
for docs/evening.md. A tap is one touch of the screen; to write in a field is one tap, and to choose from a
list two. Seconds are those of a script that waits for nothing but the pages. `--var` names the folder of a
site that was prepared before (`python -m deploy.start --prepare`); it is copied.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
django.setup()

from benchmarks.counted import HEIGHTS, Evening, Step, table  # noqa: E402
from benchmarks.evening_steps import (  # noqa: E402
    DIRECTOR,
    appoint,
    begin_next_round,
    begin_round,
    close,
    come,
    enter,
    hold_table,
    next_round,
    register,
    remove_double,
    rule,
    undo_on_the_floor,
)
from deploy.processes import any_free_port  # noqa: E402
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS, PATIENCE  # noqa: E402
from tests.support.season import prepare  # noqa: E402
from tests.support.site import Site, start_site  # noqa: E402


def evening(held: Evening) -> None:
    director = held.somebody(DIRECTOR)
    register(held, director)
    appoint(held)
    enter(held, director)
    come(held, director)
    remove_double(held, director)
    begin_round(held, director)
    hold_table(held, director)
    rule(held)
    undo_on_the_floor(held, director)
    next_round(held, director)
    close(held, director)
    begin_next_round(held, director)


@contextmanager
def running_site(prepared: Path) -> Iterator[Site]:
    """One for each evening: all are held today, and nobody rules two events at once."""
    with tempfile.TemporaryDirectory() as folder:
        var = shutil.copytree(prepared, Path(folder) / "site")
        site = start_site(var, any_free_port())
        try:
            yield site
        finally:
            site.end()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--widths", type=int, nargs="+", choices=HEIGHTS, default=list(HEIGHTS))
    arguments.add_argument("--pictures", type=Path)
    arguments.add_argument("--var", type=Path)
    chosen = arguments.parse_args()
    if chosen.pictures:
        chosen.pictures.mkdir(parents=True, exist_ok=True)
    steps: list[Step] = []
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        prepared = chosen.var or Path(folder)
        if chosen.var is None:
            prepare(prepared)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for width in chosen.widths:
            with running_site(prepared) as site:
                held = Evening(browser, site, width, chosen.pictures, steps)
                evening(held)
                held.end()
        browser.close()
    print(table(steps))


if __name__ == "__main__":
    main()
