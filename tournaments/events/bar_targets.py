"""Events and games that a bar names, as `sanctioning.bars.targets` asks for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.justice.bar_reach import Target, TargetKind
from sanctioning.bars.targets import LayerTargets, slug_called
from sanctioning.kit.clock import noon, today
from tournaments.events.models.event import Event
from tournaments.games.models import Game

KINDS: Final = frozenset({"event", "game", "rest-of-game"})


def _find(kind: TargetKind, typed: str) -> str | None:
    if kind == "event":
        return slug_called(Event.objects.all(), typed)
    named = re.fullmatch(rf"(.+?)(?:/|,?\s+(?:{re.escape(_('game'))}\s+)?)(\d+)([A-Za-z]*)", typed)
    event = slug_called(Event.objects.all(), named[1]) if named else None
    if named is None or event is None:
        return None
    number, group = int(named[2]), named[3].upper()
    exists = Game.objects.filter(event__slug=event, number=number, group=group).exists()
    return f"{event}/{number}{group}" if exists else None


def _names(targets: Collection[Target]) -> Mapping[Target, str]:
    events = {target: target.id.partition("/")[0] for target in targets}
    if not events:
        return {}
    names = dict(Event.objects.filter(slug__in=events.values()).values_list("slug", "name"))
    return {target: names.get(slug, slug) for target, slug in events.items()}


def _offered() -> Iterable[str]:
    coming = Event.objects.filter(ends_at__gte=noon(today(), 0)).order_by("name")
    return coming.values_list("name", flat=True)


EVENTS: Final = LayerTargets(kinds=KINDS, find=_find, names=_names, offered=_offered)
