"""The WSGI entrance of the site."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.call_stack_memory import with_room
from config.chunked_bodies import whole_body
from config.compiled_engine import prefer_compiled
from config.database.of_requests import wait_as_a_request
from config.monitoring.request_counts import count_in_all_processes
from sanctioning.kit.registry import Registry

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

prefer_compiled()
count_in_all_processes()
handler = get_wsgi_application()
wait_as_a_request()
# All pages are loaded before the web server forks, so that its processes share them.
pages = get_resolver().url_patterns
Registry.wire()
gc.freeze()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    return with_room(whole_body, handler, environ, start_response)
