"""The course of an appeal: whose decisions stand, what they leave standing, and where it goes next.

Section IV; inventory W-123, W-124, readings 51 and 71. A decision speaks of what it was appealed from: upheld
leaves it, varied puts other facts in the place of the ruling's, overturned undoes it (an overturned
overturning restores what stood before), sent back sets it aside and has the office before decide anew.
Invariants: no step is skipped; the ruling stands until what is decided is final.
Terms: step (an office with its decision), stands (the ruling as made, a step's own facts, or nothing).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from rules_engine.justice.appeal_decisions import Decision
from rules_engine.justice.appeals import LADDER, Matter, Office

Stands = Literal["ruling", "varied", "nothing"]


class DecidedStep(NamedTuple):
    office: Office
    decision: Decision


class WhatStands(NamedTuple):
    """What stands; `step` is the index of the step whose facts stand where it was varied."""

    what: Stands
    step: int | None = None


class AppealCourse(NamedTuple):
    """`decided` are the offices whose decisions stand, in the order of the ladder; `back_to` is the office
    that has to decide anew, None where nothing was sent back."""

    decided: tuple[Office, ...]
    standing: WhatStands
    back_to: Office | None


class NobodyBefore(ValueError):
    """There is no office before: a vote of the players is not held again, and he who ruled rules himself."""


class _Reached(NamedTuple):
    office: Office
    standing: WhatStands
    undone: WhatStands


AS_RULED = WhatStands("ruling")


def course(matter: Matter, steps: Iterable[DecidedStep]) -> AppealCourse:
    """What became of an appeal whose steps were decided in this order.

    Raises:
        NobodyBefore: it was sent back where no office decided before.
    """
    reached = [_Reached(office, AS_RULED, AS_RULED) for office in LADDER[matter] if office == "Acting"]
    back_to: Office | None = None
    for index, (office, decision) in enumerate(steps):
        if decision == "sent-back":
            if not reached:
                raise NobodyBefore("no office decided before")
            back_to = reached.pop().office
            continue
        before = reached[-1] if reached else _Reached(office, AS_RULED, AS_RULED)
        reached.append(_after(office, decision, index, before))
        back_to = None
    standing = reached[-1].standing if reached else AS_RULED
    return AppealCourse(tuple(step.office for step in reached), standing, back_to)


def next_office(matter: Matter, so_far: AppealCourse, unable: Collection[Office] = ()) -> Office | None:
    """Who decides next: to whom it was sent back, else the next step that is able; None after the College.

    `unable` is the Managing Executor where he is conflicted: then the College hears it (reading 71).
    """
    if so_far.back_to is not None:
        return so_far.back_to
    ladder = LADDER[matter]
    last = ladder.index(so_far.decided[-1]) if so_far.decided else -1
    able = [office for office in ladder[last + 1 :] if office not in unable or office != "Managing"]
    return able[0] if able else None


def may_send_back(matter: Matter, so_far: AppealCourse) -> bool:
    """Whether an office decided before that can decide anew."""
    return bool(so_far.decided) and so_far.back_to != "Acting"


def stands_after(
    matter: Matter, steps: Sequence[DecidedStep], office: Office, decision: Decision
) -> WhatStands:
    """What would stand if the office now decided so."""
    return course(matter, [*steps, DecidedStep(office, decision)]).standing


def _after(office: Office, decision: Decision, index: int, before: _Reached) -> _Reached:
    if decision == "upheld":
        return before._replace(office=office)
    if decision == "varied":
        return _Reached(office, WhatStands("varied", index), before.standing)
    if before.standing.what == "nothing":
        return _Reached(office, before.undone, AS_RULED)
    return _Reached(office, WhatStands("nothing"), before.standing)
