"""What all processes count together, in Redis; while that does not answer, each process counts for itself.

Purpose: attempts to sign in are counted there, and nobody is kept out because the counting is down.
Invariant: no call waits longer than a second for Redis, nor asks it again within `PAUSE` once it was silent.
"""

from __future__ import annotations

import logging
import time
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)
PAUSE: Final = 5.0
AT_MOST: Final[dict[str, Any]] = {
    "socket_connect_timeout": 1,
    "socket_timeout": 1,
    "retry": Retry(NoBackoff(), 0),
}


class SharedOrOwnCache(BaseCache):
    """`LOCATION` is the address of a Redis."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._shared = RedisCache(server, {**params, "OPTIONS": {**params.get("OPTIONS", {}), **AT_MOST}})
        self._own = LocMemCache("while the shared one is silent", {**params, "OPTIONS": {}})
        self._silent_until = 0.0

    def _ask(self, method: str, *args: Any) -> Any:
        if time.monotonic() >= self._silent_until:
            try:
                return getattr(self._shared, method)(*args)
            except (RedisError, OSError) as silent:
                self._silent_until = time.monotonic() + PAUSE
                log.warning("Redis does not answer, this process counts for itself: %s", silent)
        return getattr(self._own, method)(*args)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask("touch", key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._ask("delete", key, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._ask("incr", key, delta, version))

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return bool(self._ask("has_key", key, version))

    def clear(self) -> None:
        self._ask("clear")
