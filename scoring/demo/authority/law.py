"""Versions of the law in every state: adopted in the middle of the season, to come, drafted, withdrawn.

Terms: bonus (the small change of the second Articles: a little more for second places at open tournaments),
jubilee (what they pay, once, sixty years after the rules were approved).
"""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from sanctioning.kit.clock import noon
from sanctioning.law.examples import EXAMPLE_ARTICLES, EXAMPLE_FEES
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
from sanctioning.law.services.versions import adopt_law, draft_law, edit_law, withdraw_law
from scoring.demo.authority.founding import DemoAuthority
from scoring.previews.services.previews import ask_for_preview

SECOND_ARTICLES: Final = dt.date(2025, 12, 1)
STILL_DRAFTS: Final = dt.date(2026, 11, 18)
BONUS: Final = {"3-4": ["5.0"], "5-7": ["8.0", "4.5"], "8-10": ["10.0", "6.5", "3.5"]}
JUBILEE: Final = {
    "points": {"3-4": ["200.0"], "5-7": ["260.0", "100.0"], "8-10": ["260.0", "130.0", "65.0"]},
    "blue": {"3-4": ["30.0"], "5-7": ["40.0", "15.0"], "8-10": ["40.0", "20.0", "10.0"]},
}

REMINDED: Final = "Who forgets to say “Whoopie” is reminded once in a game, free of charge."


def adopt_second_articles(authority: DemoAuthority) -> None:
    """In force from the new year on, so that the events of 2026 are paid by them."""
    body = _second()
    at = noon(SECOND_ARTICLES)
    drafted = draft_law(
        by=authority.managing,
        law=Articles,
        title="Articles of Administration, second version (example)",
        body=body,
        at=at,
    )
    adopt_law(
        by=authority.managing, version=drafted, first_day=dt.date(2026, 1, 1), at=at + dt.timedelta(days=9)
    )


def leave_drafts(authority: DemoAuthority) -> None:
    """A draft with its preview, one that was given up, fees that are to come, and amended rules."""
    at = noon(STILL_DRAFTS)
    day = dt.timedelta(days=1)
    body = _second()
    special = body["scales"]["special-event"]
    special["club-game"]["points"]["5-7"] = ["16.0", "9.0"]
    special["tournament"]["points"]["5-7"] = ["14.0", "7.0"]
    special["tournament"]["blue"]["8-10"] = ["6.0", "3.0", "1.5"]
    body["college_quorum"] = 5
    draft = draft_law(by=authority.managing, law=Articles, title="Articles for 2027", body=body, at=at)
    body["days_to_decide"] = 21
    first_day = dt.date(2027, 1, 1)
    edit_law(
        by=authority.managing,
        version=draft,
        edit=1,
        title=draft.title,
        body=body,
        first_day=first_day,
        at=at + day,
    )
    ask_for_preview(by=authority.managing, articles=draft, at=at + 2 * day)
    given_up = draft_law(
        by=authority.managing,
        law=Articles,
        title="Whole points for ties",
        body={**_second(), "tie_rule": "whole"},
        at=at,
    )
    withdraw_law(by=authority.managing, version=given_up, why="The clubs would rather share.", at=at + day)
    fees = copy.deepcopy(EXAMPLE_FEES)
    fees["event"]["open"] = {"club-game": "22.00", "tournament": "33.00"}
    to_come = draft_law(
        by=authority.managing, law=FeeSchedule, title="Fees from 2027 (example)", body=fees, at=at
    )
    adopt_law(by=authority.managing, version=to_come, first_day=first_day, at=at + day)
    draft_law(
        by=authority.managing,
        law=RuleSet,
        slug="whoopie-2027",
        format_slug="whoopie",
        title="Rules of Whoopie as amended for 2027",
        first_day=first_day,
        body={
            "sections": ["I", "II", "III", "IV"],
            "amendments": [{"section": "I", "text": REMINDED}],
        },
        at=at,
    )


def adopt_book(
    authority: DemoAuthority,
    *,
    slug: str,
    format_slug: str,
    title: str,
    sections: Sequence[str],
    at: dt.datetime,
) -> RuleSet:
    """The rules of a further game, in force from the beginning of the season's year."""
    rules = draft_law(
        by=authority.managing,
        law=RuleSet,
        slug=slug,
        format_slug=format_slug,
        title=title,
        first_day=dt.date(2026, 1, 1),
        body={"sections": list(sections)},
        at=at,
    )
    return adopt_law(by=authority.managing, version=rules, at=at + dt.timedelta(hours=1))


def _second() -> dict[str, Any]:
    body = copy.deepcopy(EXAMPLE_ARTICLES)
    body["scales"]["open"]["tournament"]["points"] = dict(BONUS)
    body["scales"]["jubilee"] = {"tournament": JUBILEE}
    body["days_to_pay"] = 21
    return body
