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

from playwright.sync_api import Browser, sync_playwright

from deploy.processes import any_free_port
from scoring.demo.people import LOGINS, PASSWORD
from tests.browser.tour import Stop, links, public_stops, sign_in
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.support.site import start_site

WIDTHS = (360, 768, 1280)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--url")
    arguments.add_argument("--out", type=Path, default=Path("var/pictures"))
    chosen = arguments.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with running_site(chosen.url) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        public = browser.new_context(base_url=url)
        stops = list(public_stops(public.new_page()))
        photograph(browser, url, chosen.out, stops)
        photograph(browser, url, chosen.out, stops[:1] + [s for s in stops if s.name in DARK], dark=True)
        for login in LOGINS:
            photograph(browser, url, chosen.out, None, email=login.email)
        browser.close()
    print(f"{len(list(chosen.out.glob('*.png')))} pictures in {chosen.out}")


DARK = {"game", "replay", "player", "roster", "components"}


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


def photograph(
    browser: Browser,
    url: str,
    out: Path,
    stops: list[Stop] | None,
    *,
    dark: bool = False,
    email: str = "",
) -> None:
    """One picture of each stop at each width; where an address is given, that person's own pages."""
    who = email.partition("@")[0]
    for width in WIDTHS:
        context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
        )
        page = context.new_page()
        if email:
            sign_in(page, email, PASSWORD)
            stops = [Stop("my-page", "/me/")]
            for game in links(page, "/me/", r"/events/[^/]+/games/[^/]+/")[:3]:
                stops.append(Stop(f"game-{len(stops)}", game))
                if links(page, game, rf"{game}report/"):
                    stops.append(Stop(f"report-{len(stops)}", f"{game}report/"))
            for desk in links(page, "/me/", r"/registrar/.*"):
                stops.append(Stop(desk.strip("/").replace("/", "-"), desk))
        for stop in stops or []:
            page.goto(stop.path)
            page.wait_for_load_state("networkidle")
            name = "-".join(filter(None, (stop.name, who, "dark" if dark else "", str(width))))
            page.screenshot(path=out / f"{name}.png", full_page=True)
        context.close()


if __name__ == "__main__":
    main()
