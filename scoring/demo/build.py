"""The whole demo season, in the order in which it happened, in one transaction.

Invariants: everything goes through the services, at moments of its own; called again it does nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from django.db import transaction

from sanctioning.kit.clock import moment
from sanctioning.kit.installation.models import Installation
from scoring.demo.authority.founding import found_demo_authority
from scoring.demo.authority.registrar import record_what_is_due
from scoring.demo.facts import read_facts
from scoring.demo.player import DemoStage
from scoring.demo.playing import play_event
from scoring.demo.season import EVENTS

SEED = 1966
# After an event the certificates are sent in on two days.
SENT_IN_AFTER = (5, 11)
Part = tuple[dt.date, Callable[[], object]]


@transaction.atomic
def build_demo() -> bool:
    """Build it unless it is there; tells whether it was built."""
    _, created = Installation.objects.get_or_create(defaults={"demo": True, "demo_loaded_at": moment(None)})
    if not created:
        return False
    stage = DemoStage(found_demo_authority(), random=Random(SEED))
    parts = [*_of_events(stage), *(_part(stage, entry) for entry in read_facts("agenda")["agenda"])]
    for _day, act in sorted(parts, key=lambda part: part[0]):
        act()
    return True


def _of_events(stage: DemoStage) -> Iterator[Part]:
    for number, planned in enumerate(EVENTS, start=1):
        played = partial(play_event, stage.authority, number, planned)
        yield (planned.day if planned.played else dt.date.max), played
        if planned.played:
            for days in SENT_IN_AFTER:
                day = planned.day + dt.timedelta(days=days)
                yield day, partial(record_what_is_due, stage.authority, day, stage.random)


def _part(stage: DemoStage, entry: Mapping[str, Any]) -> Part:
    day: dt.date = entry.get("day", dt.date.max)
    if "scene" in entry:
        return day, partial(stage.play, entry["scene"])
    return day, partial(stage.take, {"authority": "$authority", **entry})
