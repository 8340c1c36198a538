"""Which version of the law is in force on a day."""

from __future__ import annotations

import datetime as dt

from sanctioning.models import Articles, FeeSchedule, RuleSet
from sanctioning.refusal import Refusal


def articles_in_force(day: dt.date) -> Articles:
    """The Articles of that day; refuses before there were any."""
    found = (
        Articles.objects.filter(adopted_at__isnull=False, first_day__lte=day).order_by("-first_day").first()
    )
    if found is None:
        raise _nothing_in_force("Articles of Administration", day)
    return found


def rule_set_in_force(format_slug: str, day: dt.date) -> RuleSet:
    """The rules of that game on that day; refuses before there were any."""
    found = (
        RuleSet.objects.filter(format=format_slug, adopted_at__isnull=False, first_day__lte=day)
        .order_by("-first_day")
        .first()
    )
    if found is None:
        raise _nothing_in_force(f"rules of {format_slug}", day)
    return found


def fee_schedule_in_force(day: dt.date) -> FeeSchedule | None:
    """The fees of that day; None before there were any, when nothing is asked."""
    adopted = FeeSchedule.objects.filter(adopted_at__isnull=False, first_day__lte=day)
    return adopted.order_by("-first_day").first()


def _nothing_in_force(what: str, day: dt.date) -> Refusal:
    return Refusal(
        code="no-law-in-force",
        sentence=f"No {what} are in force on {day:%-d %B %Y}.",
        rule="IV",
        remedy="Have the Managing Executor adopt a version with an earlier first day.",
    )
