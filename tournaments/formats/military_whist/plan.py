"""The plan of an event of Military Whist: its level, the hands of each session and day, how pairs move.

Rule section: AREA LEVEL, ZONE LEVEL, PROVINCIAL GAMES (M-30 to M-33), 10b and the sample rotation (M-37).
Invariant: a level of the ladder is that of who may enter: where one is said, the other says the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.military_whist import rules
from rules_engine.military_whist.levels import BY_NAME, LevelTerms
from rules_engine.military_whist.movement import MOST_HANDS, ORDERS
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.events.models.event import Event
from tournaments.formats.documents import Planned
from tournaments.formats.fields import Field
from tournaments.formats.format import Plan, plan_unreadable
from tournaments.formats.military_whist.entries import OPEN, level_of
from tournaments.formats.military_whist.kept import EventPlan, plan_of
from tournaments.formats.military_whist.tables import OWN, RESTARTED, SAMPLE

LEVELS: Final = (
    (OPEN, _lazy("of any length, outside the ladder")),
    ("area", _lazy("area: 15 and 15 hands")),
    ("zone", _lazy("zone: 15 and 15 hands")),
    ("provincial", _lazy("Provincial Games: 15 and 15 hands, then 20")),
)
NAMES: Final = (
    (OPEN, _lazy("outside the ladder")),
    ("area", _lazy("area")),
    ("zone", _lazy("zone")),
    ("provincial", _lazy("Provincial Games")),
)
MOVES: Final = (
    ("circle", _lazy("one table further each hand, round the circle")),
    ("spread", _lazy("so that two teams meet in different trumps")),
    (OWN, _lazy("by the leader's own sheet, entered once the teams are seated")),
)
SAMPLES: Final = (
    (SAMPLE, _lazy("the sample goes on in the same order")),
    (RESTARTED, _lazy("the sample begins again with its first line")),
)
PATTERNS: Final = (*product(ORDERS, (SAMPLE, RESTARTED)), (OWN, OWN))
MOST_DAYS: Final = 10
FIELDS: Final = (
    Field(name="level", label=_lazy("Level"), kind="choice", choices=LEVELS),
    Field(
        name="days",
        label=_lazy("Hands of each session"),
        help=_lazy("Such as 15 + 15, and for a second day 15 + 15 / 20. A level of the ladder has its own."),
        needed=False,
        most=60,
    ),
    Field(name="moves", label=_lazy("Pairs move"), kind="choice", choices=MOVES),
    Field(
        name="pattern",
        label=_lazy("After hand 30"),
        help=_lazy("The sample prints 30 hands; it is the dealer alone in which the two differ."),
        kind="choice",
        choices=SAMPLES,
        initial=SAMPLE,
    ),
)


def typed(form: Mapping[str, str]) -> Planned:
    """The plan as it was typed: days apart by a stroke, sessions by a plus."""
    level = BY_NAME.get(form["level"])
    days = [[_number(session) for session in day.split("+")] for day in form["days"].split("/")]
    if not form["days"].strip() and level is not None and level.days is not None:
        days = [list(day) for day in level.days]
    pattern = OWN if form["moves"] == OWN else form.get("pattern") or SAMPLE
    return {"level": form["level"], "days": days, "moves": form["moves"], "pattern": pattern}


def read(planned: Planned) -> None:
    """Refuse a plan that is not one of hands in sessions of days, or not that of its level."""
    level = BY_NAME.get(str(planned.get("level")))
    days = planned.get("days")
    known = set(planned) == {"level", "days", "moves", "pattern"}
    if level is None or not known or (planned["moves"], planned["pattern"]) not in PATTERNS:
        raise plan_unreadable(
            _("The plan names no level and no movement of Military Whist."),
            _("Choose both from the lists."),
            rules.PATTERN,
        )
    if not _whole(days):
        raise plan_unreadable(
            _("The hands of the sessions cannot be read."),
            _("Write them as 15 + 15, and for a second day 15 + 15 / 20."),
            rules.PATTERN,
        )
    if level.days is not None and [list(day) for day in level.days] != days:
        raise plan_unreadable(
            _("At this level %(due)s hands are played.") % {"due": _days(level)},
            _("Leave the hands empty, or choose the level that has no fixed length."),
            level.rule,
        )


def fits(event: Event, planned: Planned) -> None:
    """Refuse a plan of another level than the one for which the event says who may enter, and one of more
    days of play than the event has: a day is one of the calendar (7b: two separate days)."""
    plan = plan_of(planned)
    _require_level(event, plan)
    days = (event.local_day(event.ends_at) - event.local_day(event.starts_at)).days + 1
    if len(plan["days"]) <= days:
        return
    raise Refusal(
        code="plan-days",
        sentence=ngettext(
            "The plan has %(planned)s days of play; the event lasts %(count)s day.",
            "The plan has %(planned)s days of play; the event lasts %(count)s days.",
            days,
        )
        % {"planned": len(plan["days"]), "count": days},
        rule=rules.DAYS_ADDED,
        remedy=_("Move the end of the event (Change or cancel), or join the sessions of a day by a plus."),
        status=422,
        facts={"field": "days"},
    )


def _require_level(event: Event, plan: EventPlan) -> None:
    of_event, level = level_of(event) or OPEN, plan["level"]
    if of_event == level:
        return
    names = dict(NAMES)
    if of_event == OPEN:
        sentence = _("This event is not limited to players of the level “%(level)s”.")
        remedy = _("Give the level under Who may enter first, so that everyone's age is checked.")
    else:
        sentence = _("Who may enter says “%(said)s”, but the plan says “%(level)s”.")
        remedy = _("Choose the same level in the plan, or change it under Who may enter.")
    raise Refusal(
        code="plan-level",
        sentence=sentence % {"said": names[of_event], "level": names[level]},
        rule=rules.MEMBERSHIP if level == "zone" else rules.AGE,
        remedy=remedy,
        status=422,
        facts={"field": "level"},
    )


def proposed(event: Event) -> Mapping[str, str]:
    """The level at which the event says that it is played."""
    level = level_of(event)
    return {"level": level} if level else {}


def words(planned: Planned) -> str:
    """How the event ends; nothing for the plan of another format."""
    if "days" not in planned or "moves" not in planned:
        return ""
    of_days = plan_of(planned)["days"]
    hands = sum(sum(day) for day in of_days)
    after = ngettext("after %(count)s hand", "after %(count)s hands", hands) % {"count": hands}
    days = len(of_days)
    return after if days == 1 else _("%(after)s in %(days)s days") % {"after": after, "days": days}


def _whole(days: object) -> bool:
    """Whether these are days of sessions of hands, of which there are not too many."""
    if not isinstance(days, list) or not 1 <= len(days) <= MOST_DAYS:
        return False
    if not all(isinstance(day, list) and day for day in days):
        return False
    hands = [count for day in days for count in day]
    if not all(isinstance(count, int) and not isinstance(count, bool) and count >= 1 for count in hands):
        return False
    return len(hands) <= 2 * MOST_DAYS and sum(hands) <= MOST_HANDS


def _number(text: str) -> int:
    """The number of hands that was typed; 0, which no session has, for anything else."""
    return int(text) if re.fullmatch(r"\s*\d{1,4}\s*", text, re.ASCII) else 0


def _days(level: LevelTerms) -> str:
    return " / ".join(" + ".join(map(str, day)) for day in level.days or ())


PLAN: Final = Plan(fields=FIELDS, typed=typed, read=read, words=words, fits=fits, proposed=proposed)
