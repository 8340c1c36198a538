"""Pictures of every page at 360, 768 and 1280 px, light and dark: `make pictures`.

    python -m tests.browser.pictures [--url http://localhost:8000] [--out var/pictures]

Without an address it starts a site of its own with the demo season. Each picture is the whole page.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import django
from playwright.sync_api import Browser, sync_playwright

django.setup()

from deploy.processes import any_free_port  # noqa: E402
from scoring.demo.people import LOGINS, PASSWORD  # noqa: E402
from tests.browser.tour import sign_in, walk  # noqa: E402
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS  # noqa: E402
from tests.support.site import start_site  # noqa: E402

LOOKS: tuple[tuple[int, Literal["light", "dark"]], ...] = (
    (360, "light"),
    (768, "light"),
    (1280, "light"),
    (1280, "dark"),
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--url")
    arguments.add_argument("--out", type=Path, default=Path("var/pictures"))
    chosen = arguments.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with running_site(chosen.url) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        seen: set[tuple[str, ...]] = set()
        for email in (None, *(login.email for login in LOGINS)):
            photograph_everything(browser, url, chosen.out, seen, email)
        browser.close()
    print(f"{len(list(chosen.out.glob('*.png')))} pictures in {chosen.out}")


@contextmanager
def running_site(url: str | None) -> Iterator[str]:
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory() as folder:
        site = start_site(Path(folder) / "site", any_free_port())
        try:
            yield site.url
        finally:
            site.process.stop()


def photograph_everything(
    browser: Browser, url: str, out: Path, seen: set[tuple[str, ...]], email: str | None
) -> None:
    """Each stop of a person at each width, and in the dark at the widest."""
    who = email.partition("@")[0] if email else "public"
    context = browser.new_context(base_url=url)
    page = context.new_page()
    if email:
        sign_in(page, email, PASSWORD)
    for number, stop in enumerate(list(walk(context, url, seen)), start=1):
        page.goto(stop.path)
        page.wait_for_load_state("networkidle")
        for width, scheme in LOOKS:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            name = f"{who}-{number:02}-{stop.name}-{width}{'-dark' if scheme == 'dark' else ''}"
            page.screenshot(path=out / f"{name}.png", full_page=True)
    context.close()


if __name__ == "__main__":
    main()
