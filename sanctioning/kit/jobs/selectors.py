"""Which jobs wait for a worker, and what their people see of them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.clock import today
from sanctioning.kit.database_clock import Now
from sanctioning.kit.jobs.kinds import MAIL_JOB, all_kinds, title_of
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.permissions import may_watch_jobs
from sanctioning.kit.jobs.progress import progress_of
from sanctioning.kit.lists.filters import kind_of, one_of
from sanctioning.kit.lists.lists import ListSource
from sanctioning.people.models.person import Person

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

RING_AGAIN_AFTER = dt.timedelta(seconds=60)


def jobs_waiting() -> QuerySet[Job]:
    """Jobs that a worker may take: queued and due, or running with a lease that ran out; oldest first.

    The clock is the database's.
    """
    queued = Q(state=Job.State.QUEUED, due_at__lte=Now())
    lapsed = Q(state=Job.State.RUNNING, lease_until__lt=Now())
    return Job.objects.filter(queued | lapsed).order_by("pk")


def jobs_to_ring() -> QuerySet[Job]:
    """Waiting jobs of which no worker was told lately."""
    unheard = Q(rung_at__isnull=True) | Q(rung_at__lt=Now() - RING_AGAIN_AFTER)
    return jobs_waiting().filter(unheard)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobView:
    """`of` is 0 while nobody knows how much there is; `over` tells that nothing more will happen."""

    id: int
    title: str
    state: Annotated[str, Job.State]
    done: int
    of: int
    attempts: int
    asked_at: dt.datetime
    asked_by: str
    finished_at: dt.datetime | None
    error: str
    over: bool


def job_of(*, asker: Person | None, number: int) -> Job | None:
    """The job, for who asked for it and for those who watch all; None for others."""
    return _seen_by(asker).filter(pk=number).first()


def job_view(*, asker: Person | None, number: int) -> JobView | None:
    job = job_of(asker=asker, number=number)
    return _view(job) if job else None


def long_jobs(*, asker: Person | None) -> ListSource[Job, JobView]:
    """What runs, waits, failed or was done. Two queries a page."""
    kinds: dict[str, tuple[StrOrPromise, Q]] = {"but-mail": (_("everything but e-mail"), ~Q(kind=MAIL_JOB))}
    kinds |= {kind.name: (kind.title, Q(kind=kind.name)) for kind in all_kinds()}
    return ListSource(
        rows=_seen_by(asker),
        lines=lambda jobs: tuple(map(_view, jobs)),
        sorts={
            "number": ("pk",),
            "kind": ("kind", "pk"),
            "state": ("state", "pk"),
            "asked": ("created_at",),
            "finished": (F("finished_at"),),
        },
        order="-number",
        filters=(
            kind_of("kind", _("Kind"), kinds, all_words=_("all kinds")),
            one_of("state", _("State"), "state", Job.State.choices, all_words=_("all states")),
        ),
    )


def _seen_by(asker: Person | None) -> QuerySet[Job]:
    jobs = Job.objects.select_related("created_by__person")
    if may_watch_jobs(asker, today()):
        return jobs
    if asker is None or asker.account_id is None:
        return jobs.none()
    return jobs.filter(created_by=asker.account_id)


def _view(job: Job) -> JobView:
    person = getattr(job.created_by, "person", None)
    done, total = progress_of(job)
    return JobView(
        id=job.pk,
        title=title_of(job.kind),
        state=job.state,
        done=done,
        of=total,
        attempts=job.attempts,
        asked_at=job.created_at,
        asked_by=person.name if person else "",
        finished_at=job.finished_at,
        error=(job.error.strip().splitlines() or [""])[-1],
        over=job.finished_at is not None,
    )
