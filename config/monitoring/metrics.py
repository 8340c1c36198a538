"""Figures of the running site for Prometheus, at `/metrics`, for whoever has the token.

Purpose: requests are counted by every process of the web server (django-prometheus), in files of a folder
of this start; what the job table, the clock and the disk say is asked when it is asked for.
Invariants: without `SAAS_METRICS_TOKEN` nothing is counted and the address does not exist; no figure names
a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.db.models import Count, Min, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sanctioning.doctor.machine import free_disk
from sanctioning.doctor.selectors import clock_heard_at
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.selectors import jobs_waiting

if TYPE_CHECKING:
    from prometheus_client.metrics_core import GaugeMetricFamily


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    expected = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN:
        return HttpResponse("There are no metrics here.\n", content_type="text/plain", status=404)
    if not constant_time_compare(request.headers.get("Authorization", ""), expected):
        refused = HttpResponse("The token of the metrics is needed.\n", content_type="text/plain", status=401)
        refused["WWW-Authenticate"] = "Bearer"
        return refused
    return _figures()


def _figures() -> HttpResponse:
    # A site without metrics never loads what counts them.
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry(auto_describe=False)
    registry.register(SiteFigures())
    with suppress(ValueError):  # a process that is no web server's counts nothing
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class SiteFigures:
    """What the site knows of itself, asked each time (`prometheus_client.registry.Collector`)."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield _free_disk()
        try:
            kept = [*_jobs(), *_clock()]
        except (DatabaseError, InterfaceError):
            yield _gauge("saas_database_up", "Whether the database answers.", 0)
            return
        yield _gauge("saas_database_up", "Whether the database answers.", 1)
        yield from kept


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    from prometheus_client.metrics_core import GaugeMetricFamily

    return GaugeMetricFamily(name, about, value=value)


def _jobs() -> Iterator[GaugeMetricFamily]:
    """Those that wait, run and failed, by their kind, and since when the oldest one waits."""
    from prometheus_client.metrics_core import GaugeMetricFamily

    jobs = GaugeMetricFamily("saas_jobs", "Jobs that are not done.", labels=["kind", "state"])
    unfinished = Q(state__in=[Job.State.QUEUED, Job.State.RUNNING, Job.State.FAILED])
    counted = Job.objects.filter(unfinished).values_list("kind", "state").annotate(Count("pk")).order_by()
    for kind, state, count in counted:
        jobs.add_metric([kind, state], count)
    yield jobs
    waits = GaugeMetricFamily(
        "saas_job_waits_seconds", "For how long the job has waited that has waited longest.", labels=["kind"]
    )
    now = timezone.now()
    for kind, due in jobs_waiting().order_by().values_list("kind").annotate(Min("due_at")):
        waits.add_metric([kind], max(0.0, (now - due).total_seconds()))
    yield waits


def _clock() -> Iterator[GaugeMetricFamily]:
    at = clock_heard_at()
    if at is not None:
        silent = max(0.0, (timezone.now() - at).total_seconds())
        yield _gauge("saas_clock_silent_seconds", "For how long the clock has not been heard.", silent)


def _free_disk() -> GaugeMetricFamily:
    return _gauge("saas_disk_free_bytes", "Room where the site keeps what it writes.", free_disk())
