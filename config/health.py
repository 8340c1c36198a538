"""Whether the site can work, for start scripts, proxies and monitors.

Invariants: 200 while requests can be answered, 503 otherwise; the word `well` stands alone only where
everything that the site stands on answers.
"""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

REDIS = ("redis://", "rediss://", "unix://")


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return _said("the database does not answer", 503)
    silent = [what for address, what in _stands_on() if not _answers(address)]
    return _said(f"well, but {'; '.join(silent)}" if silent else "well", 200)


def _stands_on() -> list[tuple[str, str]]:
    """Each Redis, and what is not as it should be while it is silent."""
    addresses = [
        (settings.CELERY_BROKER_URL, "the broker does not answer: jobs wait"),
        (
            str(settings.CACHES["default"].get("LOCATION", "")),
            "the shared count does not answer: each process counts attempts to sign in for itself",
        ),
    ]
    named = [(_as_redis_says(address), what) for address, what in addresses]
    return [(address, what) for address, what in named if address.startswith(REDIS)]


def _as_redis_says(address: str) -> str:
    """A socket has one scheme for Celery and another for Redis; which database it is makes no difference."""
    return address.replace("redis+socket://", "unix://", 1).partition("?virtual_host=")[0]


def _answers(address: str) -> bool:
    # A site without Redis never loads it.
    from redis import Redis
    from redis.exceptions import RedisError

    from config.cache import AT_MOST

    try:
        with Redis.from_url(address, **AT_MOST) as redis:
            return bool(redis.ping())
    except (RedisError, OSError):
        return False


def _said(sentence: str, status: int) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", content_type="text/plain", status=status)
