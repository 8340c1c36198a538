"""Where the pages of a practice event are: the site's own addresses, under the event's key and a role.

Terms: rest (the address of a page as it is on the authority's own site, such as `/events/…`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.urls import get_script_prefix, reverse, set_script_prefix

from scoring.practice.robots import RobotLine, slip_of
from scoring.practice.roles import ROLES, Role
from tournaments.events.selectors.events import game_at

ADDRESS: Final = re.compile(rf"/practice/([\w-]{{22}})/({'|'.join(ROLES)})(/.*)")
# Where somebody writes a stanza down himself: its event, number and group.
STANZAS: Final = (
    re.compile(r"/events/([\w-]+)/games/(\d+)(\w*)/table/stanzas/\d+/"),
    re.compile(r"/pad/([\w-]+)/(\d+)(\w*)/"),
)
# The pages that a practice event has; the others would show nothing, or belong to the account.
PAGES_OF_PRACTICE: Final = (
    "events",
    "pad",
    "clubs",
    "players",
    "series",
    "executor",
    "executors",
    "rules",
    "ledger",
    "api",
    "components",
)
# What programs make for their account, which would be sent, made or read from no practice database.
OF_THE_ACCOUNT: Final = tuple(
    f"/api/v1/{part}/" for part in ("webhooks", "exports", "tokens", "me/calendar", "me/copies")
)
# What is of the visitor and of no database, wherever they are.
OF_THE_VISITOR: Final = ("/language/",)
# Pages of the whole authority, where links of an event lead to; practice has its guide instead.
TO_THE_GUIDE: Final = ("/", "/calendar/", "/results/", "/me/", "/practice/")


@dataclass(frozen=True, slots=True)
class Mount:
    """Somebody at a page of his practice event, in a role; templates know it as `request.practice`."""

    key: str
    role: Role
    rest: str
    guide: str
    away: str

    @property
    def roles(self) -> list[tuple[Role, str]]:
        """Every role, and this page in it."""
        return [(role, f"{self.guide}{role.slug}{self.rest}") for role in ROLES.values()]

    @property
    def slip(self) -> tuple[RobotLine, ...]:
        """On the page of a stanza what the robots played, to write down; asked for on its database."""
        at = next(filter(None, (where.fullmatch(self.rest) for where in STANZAS)), None)
        game = at and game_at(event_slug=at[1], number=int(at[2]), group=at[3])
        return slip_of(game, self.key) if game else ()


def is_open(rest: str) -> bool:
    """Whether practice has that page."""
    return rest.split("/")[1] in PAGES_OF_PRACTICE


@contextmanager
def under(key: str, role: Role) -> Iterator[str]:
    """Addresses made in the block are those of the practice event; gives where they begin."""
    outer = get_script_prefix()
    begins = f"{reverse('practice-guide', kwargs={'key': key})}{role.slug}/"
    set_script_prefix(begins)
    try:
        yield begins
    finally:
        set_script_prefix(outer)


def address_in(key: str, role: Role, name: str, **place: Any) -> str:
    """The address of a page of the site in that practice event."""
    with under(key, role):
        return reverse(name, kwargs=place)
