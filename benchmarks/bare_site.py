"""The whole site for running web processes, with the bare insert that `benchmarks.report` compares with."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application


def with_bare_insert() -> Any:
    # What tests put in to read pages more easily is no part of the site.
    settings.MIDDLEWARE = [path for path in settings.MIDDLEWARE if not path.startswith("tests.")]
    site = get_wsgi_application()

    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt

    from benchmarks.report import insert_bare
    from config import urls

    urls.urlpatterns.insert(0, path("bare/", csrf_exempt(insert_bare)))
    return site


application = with_bare_insert()
