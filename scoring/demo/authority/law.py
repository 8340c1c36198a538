"""Versions of the law in the demo season: a body with changes, and the rules of a further game."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sanctioning.law.models.versions import RuleSet
from sanctioning.law.services.versions import adopt_law, draft_law
from scoring.demo.authority.founding import DemoAuthority


def changed_body(body: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, object]:
    """The body with other values in some places, however deep."""
    changed = copy.deepcopy(dict(body))
    for name, value in changes.items():
        deeper = isinstance(value, Mapping)
        changed[name] = changed_body(changed.get(name, {}), value) if deeper else value
    return changed


def adopt_book(
    authority: DemoAuthority,
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
        body={"sections": list(_each(sections))},
        at=at,
    )
    return adopt_law(by=authority.managing, version=rules, at=at + dt.timedelta(hours=1))


def _each(sections: Iterable[str]) -> Iterator[str]:
    """Sections one by one, where "1-7" are seven."""
    for section in sections:
        first, dash, last = section.partition("-")
        if dash:
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield section
