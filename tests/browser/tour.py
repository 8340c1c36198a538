"""A walk through every page of the running site, as each kind of person sees it.

Purpose: the screenshots and the browser tests visit the same pages, and a page that is added is visited
without being named: addresses are found by following links from the front page.
Terms: stop (a page worth looking at: the first of its kind with these forms and sections).
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve
from playwright.sync_api import BrowserContext, Page

from tests.support.site import Site, asked_for

NOT_PAGES = re.compile(r"/(api|admin|static|health|logout)/|.*\.[a-z]{3,4}")
ODD_ADDRESSES = (
    "/players/?search=nobodyofthisname",
    "/check/K7QM-2RTX-9WB3/",
    "/components/",
    "/nothing/here/",
)
OF_A_KIND = 2
"""Pages that are tried as the next of their kind, if nothing else is said."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A page to look at: what the address list calls it, its address, and the answer as it left the site."""

    name: str
    path: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass
class Found(HTMLParser):
    """Links, forms and headings of the sections of one page."""

    links: list[str] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    in_heading: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")
        if tag == "form":
            self.forms.append(given.get("action") or "")
        self.in_heading = tag == "h2"

    def handle_data(self, data: str) -> None:
        if self.in_heading:
            self.headings.append(data)

    def signature(self) -> tuple[str, ...]:
        """What can be done here and what is told, without the figures: the same for two games alike."""
        acts = {name_of(action) for action in self.forms if action}
        return (*sorted(acts - {"logout"}), *sorted(self.headings))


def sign_in(page: Page, email: str, password: str) -> None:
    page.goto("/login/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/me/")


def come_in(page: Page, site: Site, email: str) -> None:
    """To one's own page without the form, which is for the tests of signing in: a password takes a while."""
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": site.session_of(email), "url": site.url}])
    page.goto("/me/")
    assert urlsplit(page.url).path == "/me/"


def links(page: Page, path: str, pattern: str) -> list[str]:
    """The addresses on a page that match, in their order, each once."""
    page.goto(path)
    addresses = page.eval_on_selector_all("main a[href]", "all => all.map(a => a.getAttribute('href'))")
    return list(dict.fromkeys(link for link in addresses if re.fullmatch(pattern, link)))


def replays(page: Page) -> list[str]:
    """Stanzas of the latest game that was reported card by card, the longest last."""
    for game in links(page, "/results/", r"/events/[^/]+/games/[^/]+/"):
        replay_links = links(page, game, r"/events/.+/stanzas/[0-9]+/")
        if replay_links:
            return replay_links[len(replay_links) // 2 :]
    return []


def walk(
    visitor: BrowserContext, url: str, seen: set[tuple[str, ...]], of_a_kind: int = OF_A_KIND
) -> Iterator[Stop]:
    """The stops of whoever is signed in, found without a browser; what is in `seen` is none any more."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in visitor.cookies(url))
    waiting = deque(["/me/", "/", *ODD_ADDRESSES])
    known, kinds = set(waiting), Counter[str]()
    while waiting:
        path = waiting.popleft()
        with asked_for(url + path, cookies) as answer:
            path = urlsplit(answer.url).path if path not in ODD_ADDRESSES else path
            if "text/html" not in (answer.headers["Content-Type"] or ""):
                continue
            page, body = Found(), answer.read()
            page.feed(body.decode())
        signature = (name_of(path), str(answer.status), *page.signature())
        if signature not in seen:
            seen.add(signature)
            yield Stop(signature[0], path, answer.status or 0, tuple(answer.headers.items()), body)
        for link in page.links:
            target = urlsplit(urljoin(path, link))
            if target.netloc or target.query or target.path in known or NOT_PAGES.match(target.path):
                continue
            kind = name_of(target.path)
            known.add(target.path)
            kinds[kind] += 1
            if kinds[kind] <= of_a_kind:
                waiting.append(target.path)


def name_of(path: str) -> str:
    """What the address list calls a page, with the act where one address serves several."""
    try:
        match = resolve(urlsplit(path).path)
    except Resolver404:
        return "nothing-here"
    return "-".join(filter(None, (match.url_name, match.kwargs.get("act"))))
