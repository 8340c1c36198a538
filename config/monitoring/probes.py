"""Answers to machines that look after the site, before anything else of a request is read.

Whoever probes a process names it by its address and speaks http, so neither the host nor the scheme of such
a request can be the site's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.monitoring.health import health, live, ready
from config.monitoring.metrics import metrics

Answer = Callable[[HttpRequest], HttpResponseBase]
PROBES: Final[dict[str, Answer]] = {
    "/health/": health,
    "/health/live/": live,
    "/health/ready/": ready,
    "/metrics": metrics,
}


def probes(answer: Answer) -> Answer:
    def probed(request: HttpRequest) -> HttpResponseBase:
        return PROBES.get(request.path_info, answer)(request)

    return probed
