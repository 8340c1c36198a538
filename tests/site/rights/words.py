"""The table of rights in plain words: `docs/rights.md` is what `page()` says, and a test holds it so.

To write it again: `manage.py shell -c "from tests.site.rights.words import write; write()"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.site.rights import RIGHTS
from tests.site.rights.table import ACCOUNTS, ALL, BOOKS, CLUB, CLUBS, ONE, PEOPLE, Roles
from tests.site.stage import (
    ASSOCIATE,
    COLLEAGUE,
    COLLEGE,
    EXECUTOR,
    MANAGING,
    MINOR,
    OFFICER,
    OTHER,
    PLAYER,
    REGISTRAR,
)

PAGE: Final = Path(__file__).parents[3] / "docs" / "rights.md"
# The widest circle first; of what is left each role by its own words.
WORDS: Final[tuple[tuple[Roles, str], ...]] = (
    (ALL, "everybody"),
    (ACCOUNTS, "everybody with an account"),
    (PEOPLE, "everybody with a record"),
    (CLUBS, "officers and directors of any club"),
    (CLUB, "officers and directors of the club"),
    (ONE({OFFICER}), "officers of the club"),
    (BOOKS, "the registrar and the Managing Executor"),
    (ONE({REGISTRAR}), "the registrar"),
    (ONE({MANAGING}), "the Managing Executor"),
    (ONE({COLLEGE}), "members of the College who are free of conflict"),
)
# Those who have the right for the thing's sake, as its own line says who they are.
OF_THE_THING: Final = ONE({PLAYER, OTHER, MINOR, COLLEAGUE, ASSOCIATE})


@dataclass(frozen=True)
class Deed:
    """`rights` are addresses by name, each with its acts after a colon; `own` says whose the thing is, `at`
    on what it is tried, where another deed is the same on another thing."""

    words: str
    rights: str
    own: str = ""
    executor: str = "the Acting Executor of the game"
    at: str = ""

    def named(self) -> Iterator[tuple[str, str]]:
        for right in self.rights.split():
            name, _, acts = right.partition(":")
            for act in acts.split(","):
                yield name, act


def who_of(deed: Deed) -> Roles:
    """Who has every right of the deed: all its rows say the same."""
    keys = set(deed.named())
    rows = [right for right in RIGHTS if right.method != "GET" and deed.at in ("", right.at)]
    circles = {right.who for right in rows if (right.name, right.act) in keys}
    assert len(circles) == 1, f"{deed.words}: {len(circles)} rows of the table say different things."
    return circles.pop()


def in_words(deed: Deed) -> str:
    left, deeds = who_of(deed), []
    if left & OF_THE_THING and not left >= PEOPLE:
        assert deed.own, f"{deed.words}: say whose it is."
        deeds.append(deed.own)
        left -= OF_THE_THING
    for circle, words in (*WORDS, (ONE({EXECUTOR}), deed.executor)):
        if circle <= left:
            deeds.append(words)
            left -= circle
    assert not left, f"{deed.words}: no words for {sorted(left)}."
    return "; ".join(deeds)


def page() -> str:
    from tests.site.rights.deeds import DEEDS

    lines = [
        "# Who may do what",
        "",
        "Every right follows from a term of office that runs on the day, or from whose the thing is; pages",
        "and programs ask the same. Everybody else is refused. Executors, the College and the registrar show",
        "a second factor first. What is published (calendar, results, tables, rosters, the law) everybody",
        "reads; drafts, accounts and private data only those who act on them. The suite tries every line at",
        "its addresses with every role, and holds this page to what it tries.",
    ]
    for section, deeds in DEEDS.items():
        lines += ["", f"## {section}", "", "| what | who |", "|---|---|"]
        lines += [f"| {deed.words} | {in_words(deed)} |" for deed in deeds]
    return "\n".join(lines) + "\n"


def write() -> None:
    PAGE.write_text(page())
