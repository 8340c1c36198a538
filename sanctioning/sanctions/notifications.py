"""Who is told of a step of an application: one message to each who must know.

Terms: whoever takes a step is not told of it; the applicant and the people who run the club hear what the
authority did, the Managing Executor hears what the club did."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse

from sanctioning.fees.models import Invoice
from sanctioning.identity.lookup import holders_of, people_who_run
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction

# The kind of message that tells of a step, and which of the two sides of an application hear it.
STEPS_TOLD: dict[str, tuple[str, tuple[str, ...]]] = {
    "submit sanction": ("sanction-submitted", ("authority",)),
    "return sanction": ("sanction-returned", ("club",)),
    "answer sanction": ("sanction-answered", ("authority",)),
    "approve sanction": ("sanction-approved", ("club",)),
    "grant sanction": ("sanction-granted", ("club",)),
    "grant on payment": ("sanction-granted", ("club",)),
    "refuse sanction": ("sanction-refused", ("club",)),
    "withdraw sanction": ("sanction-withdrawn", ("authority", "club")),
    "cancel sanction": ("sanction-cancelled", ("authority", "club")),
    "expire sanction": ("sanction-expired", ("club",)),
}


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that was taken, and the entry of the trail that tells of it."""

    by: Person | None
    at: dt.datetime
    sanction: Sanction
    entry: AuditEntry
    invoice: Invoice | None

    @property
    def kind(self) -> str:
        return STEPS_TOLD[self.entry.action][0]

    @property
    def hearers(self) -> list[Person]:
        sides = STEPS_TOLD[self.entry.action][1]
        before = (self.entry.before or {}).get("state")
        if self.entry.action == "withdraw sanction" and before == Sanction.State.DRAFT:
            sides = ("club",)
        return but(self.by, _people_of(self.sanction, sides, day_of(self.at)))


_UNTOLD: ContextVar[list[_Step] | None] = ContextVar("untold", default=None)


@contextmanager
def told_together() -> Iterator[None]:
    """Steps of several applications of a club that are taken in here are told of together, at the end."""
    steps: list[_Step] = []
    token = _UNTOLD.set(steps)
    try:
        yield
    finally:
        _UNTOLD.reset(token)
    for _kind, alike in groupby(steps, lambda step: step.kind):
        _tell(list(alike))


def tell_of_step(
    *,
    by: Person | None,
    at: dt.datetime,
    sanction: Sanction,
    entry: AuditEntry,
    invoice: Invoice | None = None,
) -> None:
    """One message of the step that the trail's entry tells of, to each who must know it."""
    step, untold = _Step(by, at, sanction, entry, invoice), _UNTOLD.get()
    if untold is None:
        _tell([step])
    else:
        untold.append(step)


def _tell(steps: list[_Step]) -> None:
    """Of one step in its own words; of several that are alike as a list."""
    step = steps[0]
    send(
        to=step.hearers,
        kind=step.kind,
        template=step.kind if len(steps) == 1 else "sanctions-together",
        about=step.sanction,
        occasion=step.entry.pk,
        path=reverse("application-of", args=[step.sanction.pk]),
        context={
            "sanction": step.sanction,
            "club": step.sanction.club,
            "by": step.by,
            "why": step.entry.why,
            "invoice": step.invoice,
            "individual": step.sanction.kind == Sanction.Kind.INDIVIDUAL,
            "steps": steps,
        },
        at=step.at,
    )


def _people_of(sanction: Sanction, sides: tuple[str, ...], day: dt.date) -> list[Person]:
    people: dict[int, Person] = {}
    if "club" in sides:
        people |= _by_key([*people_who_run(sanction.club, day), sanction.applied_by])
    if "authority" in sides:
        people |= _by_key(holders_of(day, Office.MANAGING_EXECUTOR))
    return list(people.values())


def _by_key(people: Iterable[Person]) -> dict[int, Person]:
    return {person.pk: person for person in people}
