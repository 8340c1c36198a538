"""The kinds of job that the layers know how to do.

Each app names its own in its `tasks.py`, which is loaded with `config.wiring`; so an upper layer's work can
be asked for by name from a layer that may not import it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sanctioning.kit.registry import Registry

if TYPE_CHECKING:
    from sanctioning.kit.jobs.services.jobs import RunningJob

Handler = Callable[["RunningJob"], None]


@dataclass(frozen=True)
class JobKind:
    """What carries out a kind of job, how often it is tried, and how long a worker may be silent over it."""

    name: str
    handler: Handler
    attempts: int
    lease: dt.timedelta
    title: str = ""
    forgets: bool = False
    """What it was asked with is kept only until it is over, however it ends; it cannot be tried again."""
    waits_for_others: bool = False
    """It waits for machines that others run, so workers of their own carry it out, many at a time."""

    def pause_after(self, attempts: int) -> dt.timedelta:
        """How long to wait before the next try: 2, 8, 32 … seconds, at most an hour."""
        return dt.timedelta(seconds=min(2 * 4 ** (attempts - 1), 3600))


QUEUE_OF_WAITING: Final = "{}-waiting"
"""Beside the queue of all other jobs: that of those that wait for others."""
# Copies of messages, by far the most of all jobs.
MAIL_JOB: Final = "sanctioning.mail"

JOB_KINDS: Registry[JobKind] = Registry("kinds of job")


class UnknownKind(LookupError):
    """A kind of job that no app has registered: a slip in the code that asks for it."""


def job(
    name: str,
    *,
    attempts: int = 5,
    lease: dt.timedelta = dt.timedelta(minutes=2),
    title: str = "",
    forgets: bool = False,
    waits_for_others: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the decorated function as what carries out jobs of kind `name`, shown to people as `title`."""

    def register(handler: Handler) -> Handler:
        kind = JobKind(name, handler, attempts, lease, title or name, forgets, waits_for_others)
        JOB_KINDS.register(name, kind)
        return handler

    return register


def kind_named(name: str) -> JobKind:
    try:
        return JOB_KINDS[name]
    except KeyError:
        raise UnknownKind(f"No app carries out jobs of kind {name!r}.") from None


def all_kinds() -> list[JobKind]:
    """Every kind that the layers have registered, by what people call it."""
    return sorted(JOB_KINDS.values(), key=lambda kind: kind.title)


def those_that_wait_for_others() -> list[str]:
    return [kind.name for kind in JOB_KINDS.values() if kind.waits_for_others]


def forgets(name: str) -> bool:
    """Whether what a job of this kind was asked with goes when it is over."""
    return name in JOB_KINDS and JOB_KINDS[name].forgets


def title_of(name: str) -> str:
    """What people call this kind of job."""
    return JOB_KINDS[name].title if name in JOB_KINDS else name
