"""Taking over the law that ships as an example: at once, or as drafts to be edited first.

Invariant: what the authority has of a law already, adopted or drafted, is left as it is; so whoever was
interrupted begins again and makes nothing twice. An authority with Articles of its own has levels of its own,
so those of the examples, and their fees, come with the example Articles alone.
Rule section: IV ("defined under appropriate titles in the Articles of Administration").
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.law.examples import (
    EXAMPLE_FEES,
    EXAMPLE_RULES,
    TITLE_OF_ARTICLES,
    TITLE_OF_FEES,
    articles_in_words,
    levels_in_words,
    title_in_words,
    types_in_words,
)
from sanctioning.law.fee_schedules import KINDS
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet, Version
from sanctioning.law.services.levels import add_level, add_type
from sanctioning.law.services.versions import adopt_law, draft_law, require_amender
from sanctioning.people.models.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingLaw:
    """`fees` is the body of their schedule, empty where there is nothing to take over."""

    rules: Sequence[Mapping[str, Any]]
    articles: bool
    fees: Mapping[str, Any]

    @property
    def anything(self) -> bool:
        return bool(self.rules or self.articles or self.fees)


@looks_again
def adopt_examples(*, by: Person, first_day: dt.date | None, at: dt.datetime | None = None) -> list[Version]:
    """Everything that there is no version of yet, in force from one day; rules from their own.

    Raises:
        Refusal: `first-day-missing` and what `adopt_law` and `draft_examples` raise.
    """
    at = moment(at)
    if first_day is None:
        raise Refusal(
            code="first-day-missing",
            sentence=_("The example law has no first day yet."),
            rule=_("IV: a version applies from a certain day."),
            remedy=_("Choose the day from which it applies."),
            status=422,
            facts={"place": "first_day"},
        )
    return [
        adopt_law(by=by, version=version, first_day=version.first_day or first_day, at=at)
        for version in draft_examples(by=by, at=at)
    ]


@looks_again
def draft_examples(*, by: Person, at: dt.datetime | None = None) -> list[Version]:
    """Levels, types and drafts of what there is no version of yet, to be edited before they are adopted.

    Raises:
        Refusal: `category-unusable`, `name-invisible`, `not-allowed` and what `draft_law` raises.
    """
    at = moment(at)
    require_amender(by, at)
    missing = missing_examples()
    drafted: list[Version] = []
    for rules in missing.rules:
        drafted.append(draft_law(by=by, law=RuleSet, at=at, **rules))
    if missing.articles:
        _add_levels(by, at)
        title, body = title_in_words(TITLE_OF_ARTICLES), articles_in_words()
        drafted.append(draft_law(by=by, law=Articles, title=title, body=body, at=at))
    if missing.fees:
        title = title_in_words(TITLE_OF_FEES)
        drafted.append(draft_law(by=by, law=FeeSchedule, title=title, body=missing.fees, at=at))
    return drafted


def missing_examples() -> MissingLaw:
    """What there is no version of yet."""
    has_articles = Articles.objects.filter(withdrawn_at=None).exists()
    has_fees = FeeSchedule.objects.filter(withdrawn_at=None).exists()
    formats = set(RuleSet.objects.filter(withdrawn_at=None).values_list("format", flat=True))
    fees = EXAMPLE_FEES if not has_articles else _fees_of_own_levels()
    return MissingLaw(
        rules=[rules for rules in EXAMPLE_RULES if rules["format_slug"] not in formats],
        articles=not has_articles,
        fees={} if has_fees else fees,
    )


def _fees_of_own_levels() -> dict[str, Any]:
    """The example fees of the levels and types that the authority has; empty where it has none of them."""
    levels = set(Level.objects.values_list("slug", flat=True))
    types = set(EventType.objects.values_list("slug", flat=True))
    fees = {
        kind: {
            level: {event_type: fee for event_type, fee in by_type.items() if event_type in types}
            for level, by_type in EXAMPLE_FEES[kind].items()
            if level in levels and types & by_type.keys()
        }
        for kind in KINDS
    }
    return {**EXAMPLE_FEES, **fees} if any(fees.values()) else {}


def _add_levels(by: Person, at: dt.datetime) -> None:
    for level in levels_in_words():
        if not Level.objects.filter(slug=level["slug"]).exists():
            add_level(by=by, at=at, **level)
    for event_type in types_in_words():
        if not EventType.objects.filter(slug=event_type["slug"]).exists():
            add_type(by=by, at=at, **event_type)
