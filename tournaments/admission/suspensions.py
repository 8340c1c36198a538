"""The events that suspended players sit out: noted when they wish to enter one.

Invariant: the refusal of an entry undoes all that the entry did; that it was refused as suspended is kept
beside it, since by that the suspension is served.
Rule section: B-47 and B-48 (suspension from the next event entered).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from sanctioning.people.models.person import Person
from tournaments.admission.admission import Suspended
from tournaments.justice.canon_steps.services import sit_out

P = ParamSpec("P")
R = TypeVar("R")


def noting_who_sits_out(act: Callable[P, R]) -> Callable[P, R]:
    """An act of entry of which the refusal to a suspended player is itself kept, as the event they sit out;
    noted by whoever acts, or by the player where the act names nobody.

    An act that enters within its own transaction says so itself: its refusal undoes what was noted in it.
    """

    @wraps(act)
    def noting(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return act(*args, **kwargs)
        except Suspended as refusal:
            by = kwargs.get("by", refusal.person)
            assert isinstance(by, Person)
            sit_out(by=by, event=refusal.event, person=refusal.person, at=refusal.at)
            raise

    return noting
