"""The law that an application is sent in and granted under, and how long its turns are by it.

Rule section: IV (points depend on the level and the type).
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of
from sanctioning.kit.refusals import Refusal
from sanctioning.law.articles import read_articles
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles
from sanctioning.law.selectors.in_force import articles_in_force, rule_set_in_force
from sanctioning.sanctions.models import TURNS, Sanction


def last_day_of_turn(state: str, at: dt.datetime, under: Articles | None) -> dt.date | None:
    """The last day of the turn that begins, by the Articles that the application was sent in under."""
    turn = TURNS.get(state)
    if turn is None:
        return None
    return day_of(at) + dt.timedelta(days=read_articles(under.body if under else {}).days_of(turn.days))


def articles_to_apply_under(level: Level, event_type: EventType, at: dt.datetime) -> Articles:
    """The Articles of the day; refuses a level or type that is retired, and where they have no scale.

    Raises:
        Refusal: `category-retired`, `no-law-in-force`, `no-scale`.
    """
    for category in (Level.objects.get(pk=level.pk), EventType.objects.get(pk=event_type.pk)):
        if not category.open_on(day_of(at)):
            raise Refusal(
                code="category-retired",
                sentence=_("You can no longer apply for “%(category)s”.") % {"category": category},
                rule=_("IV: points depend on the level and type of the game."),
                remedy=_("Choose another level or type."),
                facts={"category": category.slug},
            )
    articles = articles_in_force(day_of(at))
    read_articles(articles.body).scale_for(level.slug, event_type.slug)
    return articles


def law_of_the_day(sanction: Sanction, at: dt.datetime) -> dict[str, Any]:
    """The Articles and the rule set of the day; refuses where they have no scale for it.

    Raises:
        Refusal: `no-law-in-force`, `no-scale`.
    """
    articles = articles_in_force(day_of(at))
    read_articles(articles.body).scale_for(sanction.level.slug, sanction.type.slug)
    return {"articles": articles, "rule_set": rule_set_in_force(sanction.format, day_of(at))}
