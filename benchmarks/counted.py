"""What people do on pages in Chromium, counted step by step: taps, pages loaded, requests and seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from tests.browser.tour import come_in
from tests.support.site import Site

HEIGHTS = {390: 844, 820: 1180, 1920: 1080}


@dataclass(eq=False)
class Hand:
    """Somebody at a device of their own, and what they did there."""

    page: Page
    taps: int = 0
    loads: int = 0
    requests: int = 0

    def __post_init__(self) -> None:
        self.page.on("load", self._loaded)
        self.page.on("request", self._requested)

    def _loaded(self, _page: Page) -> None:
        self.loads += 1

    def _requested(self, _request: object) -> None:
        self.requests += 1

    def tap(self, control: Locator) -> None:
        self.taps += 1
        control.click()

    def go(self, control: Locator) -> None:
        """Tap what leads to another page."""
        with self.page.expect_navigation():
            self.tap(control)

    def write(self, control: Locator, text: str) -> None:
        self.taps += 1
        control.fill(text)

    def choose(self, control: Locator, label: str) -> None:
        """Open the choice, and take one."""
        self.taps += 2
        control.select_option(label=label)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)


@dataclass(frozen=True)
class Step:
    name: str
    width: int
    taps: int
    loads: int
    requests: int
    seconds: float


@dataclass
class Evening:
    """One evening at one width: who is there, and what each step cost."""

    browser: Browser
    site: Site
    width: int
    pictures: Path | None
    steps: list[Step]
    path: str = ""
    contexts: list[BrowserContext] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"Evening of Sixty at {self.width}"

    def somebody(self, email: str, url: str = "") -> Hand:
        context = self.browser.new_context(
            base_url=url or self.site.url,
            locale="en-GB",
            timezone_id="Europe/London",
            viewport={"width": self.width, "height": HEIGHTS[self.width]},
            has_touch=self.width < 1000,
        )
        self.contexts.append(context)
        page = context.new_page()
        come_in(page, self.site, email)
        return Hand(page)

    def open(self, hand: Hand, under: str = "") -> None:
        """Where somebody is when a step begins, which is no part of it."""
        hand.page.goto(f"{self.path}{under}")

    @contextmanager
    def step(self, name: str, *hands: Hand) -> Iterator[None]:
        before = [(hand.taps, hand.loads, hand.requests) for hand in hands]
        begun = time.perf_counter()
        yield
        seconds = time.perf_counter() - begun
        after = [(hand.taps, hand.loads, hand.requests) for hand in hands]
        taps, loads, requests = (
            sum(end[figure] - start[figure] for start, end in zip(before, after, strict=True))
            for figure in range(3)
        )
        self.steps.append(Step(name, self.width, taps, loads, requests, seconds))
        print(f"{self.width:5} {name:58} {taps:4} {loads:3} {requests:4} {seconds:6.1f}", flush=True)

    def look(self, hand: Hand, name: str) -> None:
        wide = hand.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= self.width, f"{name} is {wide} px wide at {self.width}"
        if self.pictures:
            hand.page.screenshot(path=self.pictures / f"{name}-{self.width}.png", full_page=True)
            hand.page.screenshot(path=self.pictures / f"{name}-{self.width}-screen.png")

    def end(self) -> None:
        for context in self.contexts:
            context.close()


def table(steps: list[Step]) -> str:
    """As docs/evening.md has it: a row for each step, taps at each width."""
    widths = sorted({step.width for step in steps})
    lines = [
        f"| step | {' | '.join(f'{width} px' for width in widths)} |",
        f"|---|{'---|' * len(widths)}",
    ]
    for name in dict.fromkeys(step.name for step in steps):
        figures = {step.width: step for step in steps if step.name == name}
        cells = [
            f"{step.taps} · {step.loads} · {step.requests} · {step.seconds:.0f} s"
            for step in (figures[width] for width in widths if width in figures)
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)
