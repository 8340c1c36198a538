"""A row of the table of rights, and the circles of roles that rows name.

A row is the method, the name of the address, the roles that are let in, the thing it is tried on (see
`tests/site/stage.py`) and, where it is not plain, the act, what is sent, and what the others are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tests.site.stage import (
    ASSOCIATE,
    COLLEAGUE,
    COLLEGE,
    DIRECTOR,
    ELSEWHERE,
    EXECUTOR,
    FORMER,
    MANAGING,
    MINOR,
    NOBODY,
    OFFICER,
    OTHER,
    PLAYER,
    PUBLIC,
    REGISTRAR,
)

Roles = frozenset[str]
ONE = frozenset
THE_MANAGING: Final[Roles] = ONE({MANAGING})
THE_REGISTRAR: Final[Roles] = ONE({REGISTRAR})
THE_EXECUTOR: Final[Roles] = ONE({EXECUTOR})
THE_PLAYER: Final[Roles] = ONE({PLAYER})
BOOKS: Final[Roles] = ONE({REGISTRAR, MANAGING})
CLUB: Final[Roles] = ONE({OFFICER, DIRECTOR})
CLUBS: Final[Roles] = CLUB | {ELSEWHERE}
PEOPLE: Final[Roles] = CLUBS | BOOKS | {PLAYER, OTHER, MINOR, EXECUTOR, COLLEAGUE, ASSOCIATE, COLLEGE, FORMER}
ACCOUNTS: Final[Roles] = PEOPLE | {NOBODY}
ALL: Final[Roles] = ACCOUNTS | {PUBLIC}
# One of each circle: nobody known, an account alone, a player, and two who hold an office.
CIRCLES: Final[Roles] = ONE({PUBLIC, NOBODY, OTHER, COLLEAGUE, REGISTRAR})
CROWDS: Final = (ALL, ACCOUNTS, PEOPLE)
# Each but lacks what the other has, or has it no more: where that one is refused, so is he.
WEAKER_THAN: Final = {FORMER: REGISTRAR, ELSEWHERE: DIRECTOR, MINOR: OTHER}
# Whom the second factor is asked of.
OFFICES: Final[Roles] = BOOKS | {EXECUTOR, COLLEAGUE, ASSOCIATE, COLLEGE}

EITHER = (403, 404)
REASON = {"reason": "So it is.", "why": "So it is.", "text": "So it is."}
SURE = {"sure": "yes"}


@dataclass(frozen=True)
class Right:
    method: str
    name: str
    who: Roles
    at: str = ""
    act: str = ""
    sends: Mapping[str, Any] = field(default_factory=dict)
    otherwise: int | tuple[int, int] = 403
    tried_by: Roles = ALL

    @property
    def circle(self) -> Roles:
        """Who tries it; what whole crowds may do is tried by one of each circle."""
        if self.who in CROWDS:
            return CIRCLES & self.tried_by
        return ONE(role for role in self.tried_by if not self._is_refused_with_another(role))

    def _is_refused_with_another(self, role: str) -> bool:
        stronger = WEAKER_THAN.get(role)
        return role not in self.who and stronger in self.tried_by - self.who

    def __str__(self) -> str:
        return " ".join(filter(None, (self.method, self.name, self.act, self.at and f"({self.at})")))


def get(name: str, who: Roles, at: str = "", **more: Any) -> Right:
    return Right("GET", name, who, at, **more)


def post(name: str, who: Roles, at: str = "", **more: Any) -> Right:
    return Right("POST", name, who, at, **more)


def delete(name: str, who: Roles, at: str = "", **more: Any) -> Right:
    return Right("DELETE", name, who, at, **more)


def put(name: str, who: Roles, at: str = "", **more: Any) -> Right:
    return Right("PUT", name, who, at, **more)


def patch(name: str, who: Roles, at: str = "", **more: Any) -> Right:
    return Right("PATCH", name, who, at, **more)


def acts(name: str, at: str, who_by_act: Mapping[str, Roles], **more: Any) -> tuple[Right, ...]:
    """One row for each act of an address; what the same roles may do there has one door."""
    rows = [post(name, who, at, act=act, **more) for act, who in who_by_act.items()]
    first = {row.who: row for row in reversed(rows)}
    return tuple(row if row is first[row.who] else beside_another(row) for row in rows)


def page_and_api(
    page: str, api: str, at: str, who_by_act: Mapping[str, Roles], **more: Any
) -> tuple[Right, ...]:
    """The same rights, row by row, for a page and for programs."""
    rights = acts(page, at, who_by_act, **more)
    return beside_their_endpoint(rights) + acts(api, at, who_by_act, **more)


def beside_their_endpoint(pages: Iterable[Right]) -> tuple[Right, ...]:
    """Acts of one page. Their endpoint tries each with more roles; what is left is the page's own. So of the
    acts that the same roles may do, the first is tried with all of these and one of each other circle, the
    others with one who may and one who may not, in turn."""
    rights: list[Right] = []
    for turn, page in enumerate(pages):
        if any(page.who == before.who for before in rights):
            some = (sorted(page.who), sorted(CIRCLES - page.who))
            tried_by = ONE(roles[turn % len(roles)] for roles in some if roles)
            rights.append(replace(page, tried_by=tried_by))
        else:
            rights.append(beside_another(page))
    return tuple(rights)


def beside_another(right: Right) -> Right:
    """Behind the same door as another row: each role is refused there, one of each circle here."""
    return replace(right, tried_by=right.who | CIRCLES)
