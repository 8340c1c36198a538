"""A walk through every page of the running site, as each kind of person sees it.

Purpose: the screenshots and the browser tests visit the same pages. Addresses are found by following links
from the front page, so that the walk fits any season.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page


@dataclass(frozen=True, slots=True)
class Stop:
    """A page to look at: a name for its picture, and its address."""

    name: str
    path: str


def sign_in(page: Page, email: str, password: str) -> None:
    page.goto("/login/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/me/")


def links(page: Page, path: str, pattern: str) -> list[str]:
    """The addresses on a page that match, in their order, each once."""
    page.goto(path)
    found = page.eval_on_selector_all("main a[href]", "all => all.map(a => a.getAttribute('href'))")
    return list(dict.fromkeys(one for one in found if re.fullmatch(pattern, one)))


def public_stops(page: Page) -> Iterator[Stop]:
    """Every public page, once."""
    yield from (
        Stop("front", "/"),
        Stop("calendar", "/calendar/"),
        Stop("results", "/results/"),
        Stop("players", "/players/"),
        Stop("players-nobody", "/players/?search=nobodyofthisname"),
        Stop("clubs", "/clubs/"),
        Stop("rosters", "/rosters/"),
        Stop("check", "/check/"),
        Stop("check-wrong", "/check/K7QM-2RTX-9WB3/"),
        Stop("rules", "/rules/"),
        Stop("components", "/components/"),
        Stop("login", "/login/"),
        Stop("nothing-here", "/nothing/here/"),
    )
    for event in links(page, "/results/", r"/events/[^/]+/games/[^/]+/")[:1]:
        yield Stop("event", event.split("games/")[0])
        yield Stop("game", event)
    for replay in replays(page)[:1]:
        yield Stop("replay", replay)
    for player in links(page, "/results/", r"/players/[^/]+/")[:1]:
        yield Stop("player", player)
    for club in links(page, "/clubs/", r"/clubs/[^/]+/")[:1]:
        yield Stop("club", club)
    for roster in links(page, "/rosters/", r"/rosters/[0-9-]+/")[:1]:
        yield Stop("roster", roster)
        yield Stop("roster-search", f"{roster}?search=a")


def replays(page: Page) -> list[str]:
    """Stanzas of the latest game that was reported card by card, the longest last."""
    for game in links(page, "/results/", r"/events/[^/]+/games/[^/]+/"):
        found = links(page, game, r"/events/.+/stanzas/[0-9]+/")
        if found:
            return found[len(found) // 2 :]
    return []
