"""Which jobs wait for a worker."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q, QuerySet
from django.utils import timezone

from sanctioning.models.job import Job

RING_AGAIN_AFTER = dt.timedelta(seconds=60)


def jobs_waiting(at: dt.datetime | None = None) -> QuerySet[Job]:
    """Jobs that a worker may take: queued and due, or running with a lease that ran out; oldest first."""
    at = at or timezone.now()
    queued = Q(state=Job.State.QUEUED, due_at__lte=at)
    lapsed = Q(state=Job.State.RUNNING, lease_until__lt=at)
    return Job.objects.filter(queued | lapsed).order_by("pk")


def jobs_to_ring(at: dt.datetime | None = None) -> QuerySet[Job]:
    """Waiting jobs for which the bell was not rung lately."""
    at = at or timezone.now()
    unheard = Q(rung_at__isnull=True) | Q(rung_at__lt=at - RING_AGAIN_AFTER)
    return jobs_waiting(at).filter(unheard)
