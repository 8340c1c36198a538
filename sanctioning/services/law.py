"""Drafting and adopting versions of the law.

Rule section: IV (the authority may amend the rules for sanctioned games).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from sanctioning.articles import check_articles
from sanctioning.clock import day_of, moment
from sanctioning.fees import check_fees
from sanctioning.models import Articles, EventType, FeeSchedule, Level, Person, RuleSet
from sanctioning.permissions import may_amend_law, require
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from sanctioning.services.sequences import next_number

Law = TypeVar("Law", RuleSet, Articles, FeeSchedule)


@transaction.atomic
def draft_rule_set(
    *,
    by: Person,
    slug: str,
    format_slug: str,
    title: str,
    first_day: dt.date,
    body: Mapping[str, Any],
    at: dt.datetime | None = None,
) -> RuleSet:
    at = moment(at)
    _require_amender(by, at)
    drafted = RuleSet.objects.create(
        slug=slug, format=format_slug, title=title, first_day=first_day, body=dict(body), drafted_by=by
    )
    note(by=by, at=at, action="draft rule set", thing=drafted, after={"first_day": first_day.isoformat()})
    return drafted


@transaction.atomic
def draft_articles(
    *,
    by: Person,
    title: str,
    first_day: dt.date,
    body: Mapping[str, Any],
    at: dt.datetime | None = None,
) -> Articles:
    at = moment(at)
    _require_amender(by, at)
    check_articles(body)
    drafted = Articles.objects.create(
        number=next_number("articles"), title=title, first_day=first_day, body=dict(body), drafted_by=by
    )
    note(by=by, at=at, action="draft Articles", thing=drafted, after={"first_day": first_day.isoformat()})
    return drafted


@transaction.atomic
def draft_fees(
    *,
    by: Person,
    title: str,
    first_day: dt.date,
    body: Mapping[str, Any],
    at: dt.datetime | None = None,
) -> FeeSchedule:
    """A fee schedule from a day on; a day that is over cannot be its first, for nothing is retroactive."""
    at = moment(at)
    _require_amender(by, at)
    check_fees(body)
    if first_day < day_of(at):
        raise Refusal(
            code="first-day-over",
            sentence=f"Fees cannot begin on {first_day:%-d %B %Y}: that day is over.",
            rule="Fees are those of the day of application; nothing is retroactive.",
            remedy="Choose today or a later day.",
            status=422,
        )
    drafted = FeeSchedule.objects.create(
        number=next_number("fee-schedule"), title=title, first_day=first_day, body=dict(body), drafted_by=by
    )
    note(by=by, at=at, action="draft fees", thing=drafted, after={"first_day": first_day.isoformat()})
    return drafted


@transaction.atomic
def adopt_law(*, by: Person, version: Law, at: dt.datetime | None = None) -> Law:
    """Put a drafted version in force from its first day; the database keeps it as it is from now on."""
    at = moment(at)
    _require_amender(by, at)
    if isinstance(version, FeeSchedule) and version.first_day < day_of(at):
        raise Refusal(
            code="first-day-over",
            sentence=f"Fees cannot begin on {version.first_day:%-d %B %Y}: that day is over.",
            rule="Fees are those of the day of application; nothing is retroactive.",
            remedy="Draft them again with a later first day.",
        )
    model = type(version)
    try:
        with transaction.atomic():
            adopted = model.objects.filter(pk=version.pk, adopted_at__isnull=True).update(
                adopted_by=by, adopted_at=at
            )
    except IntegrityError:
        raise Refusal(
            code="first-day-taken",
            sentence=f"Another version begins on {version.first_day:%-d %B %Y} already.",
            rule="IV",
            remedy="Draft it with another first day.",
        ) from None
    if not adopted:
        raise Refusal(
            code="adopted-already",
            sentence=f"“{version.title}” is adopted already.",
            rule="IV: an adopted version is never edited.",
            remedy="Draft a new version.",
        )
    version.refresh_from_db()
    note(by=by, at=at, action="adopt law", thing=version, after={"adopted_at": at.isoformat()})
    return version


@transaction.atomic
def add_level(*, by: Person, slug: str, name: str, order: int, at: dt.datetime | None = None) -> Level:
    """Levels are data, the list can grow (section IV)."""
    at = moment(at)
    _require_amender(by, at)
    level = Level.objects.create(slug=slug, name=name, order=order)
    note(by=by, at=at, action="add level", thing=level, after={"slug": slug})
    return level


@transaction.atomic
def add_type(*, by: Person, slug: str, name: str, order: int, at: dt.datetime | None = None) -> EventType:
    at = moment(at)
    _require_amender(by, at)
    event_type = EventType.objects.create(slug=slug, name=name, order=order)
    note(by=by, at=at, action="add type", thing=event_type, after={"slug": slug})
    return event_type


def _require_amender(by: Person, at: dt.datetime) -> None:
    require(may_amend_law(by, day_of(at)), what="amend the law", who="the Managing Executor", rule="IV")
