"""Which version of the law is in force on a day, which were before, and what each says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.request_cache import asked_once
from sanctioning.kit.wording import localised
from sanctioning.law.kinds_of_law import CategoryNames, Law
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet


def articles_in_force(day: dt.date) -> Articles:
    """The Articles of that day; refuses before there were any."""
    articles = _in_force(Articles.objects.all(), day)
    if articles is None:
        raise _nothing_in_force(_("Articles of Administration"), day)
    return articles


def rule_set_in_force(format_slug: str, day: dt.date) -> RuleSet:
    """The rules of that game on that day; refuses before there were any."""
    rule_set = _in_force(RuleSet.objects.filter(format=format_slug), day)
    if rule_set is None:
        raise _nothing_in_force(_("rules of %(format_slug)s") % {"format_slug": format_slug}, day)
    return rule_set


def fee_schedule_in_force(day: dt.date) -> FeeSchedule | None:
    """The fees of that day; None before there were any, when nothing is asked."""
    return _in_force(FeeSchedule.objects.all(), day)


def _in_force(line: QuerySet[Law], day: dt.date) -> Law | None:
    """The last of the adopted versions that had begun by then."""
    begun = line.filter(adopted_at__isnull=False, first_day__lte=day)
    return begun.order_by("-first_day").first()


def levels_in_force(day: dt.date) -> QuerySet[Level]:
    """Levels that may be applied for on that day, which its Articles pay; all before there are any."""
    levels, scales = Level.applied_for_on(day), _scales_in_force(day)
    return levels if scales is None else levels.filter(slug__in=scales)


def types_in_force(day: dt.date) -> QuerySet[EventType]:
    """The same for types."""
    types, scales = EventType.applied_for_on(day), _scales_in_force(day)
    return (
        types
        if scales is None
        else types.filter(slug__in={slug for paid in scales.values() for slug in paid})
    )


def _scales_in_force(day: dt.date) -> Mapping[str, Mapping[str, Any]] | None:
    articles = asked_once(("articles in force", day), lambda: _in_force(Articles.objects.all(), day))
    return articles.body.get("scales", {}) if articles else None


def category_names() -> CategoryNames:
    """What levels and types are called, retired ones too. Two queries."""
    return CategoryNames(
        levels=dict(Level.objects.values_list("slug", "name")),
        types=dict(EventType.objects.values_list("slug", "name")),
    )


def _nothing_in_force(what: str, day: dt.date) -> Refusal:
    return Refusal(
        code="no-law-in-force",
        sentence=_("No %(what)s are in force on %(day)s.") % {"what": what, "day": localised.day(day)},
        rule="IV",
        remedy=_("Have the Managing Executor adopt a version that begins earlier."),
    )
