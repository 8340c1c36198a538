"""What is taken from the site, one after the other, each for a while."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Final

import psycopg

from chaos.servers import Cluster, Redis
from chaos.site import CLOCKS, WEB, WORKERS, Site
from tests.support.full_disk import fill

DARK: Final = 3.0
"""For how many seconds what was killed stays away."""
CUT: Final = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
Fault = tuple[str, Callable[[], None]]


class Faults:
    def __init__(self, site: Site, primary: Cluster, standby: Cluster, redis: Redis, database: str) -> None:
        self.site, self.primary, self.standby, self.redis = site, primary, standby, redis
        self.database = database

    def every(self) -> Iterator[Fault]:
        """In their order; the last leaves the standby in the place of the server."""
        for name in (*WEB, *WORKERS, "waiting", *CLOCKS):
            yield f"kill -9 {name}", partial(self._killed, name)
        yield "kill -9 Redis, empty afterwards", self._redis_away
        yield "Redis emptied", self.redis.empty
        yield "connections to the database cut", self._connections_cut
        yield "a lock held on the games for ten seconds", self._lock_held
        yield "a web server stands still for ten seconds", partial(self._stands_still, WEB[0])
        yield "a worker stands still for ten seconds", partial(self._stands_still, WORKERS[0])
        yield "the disk of the papers is full", self._disk_full
        yield "kill -9 PostgreSQL", self._postgresql_away
        yield "all at once: web, workers, Redis, PostgreSQL", self._everything_away
        yield "PostgreSQL dies for good, its standby takes over", self._standby_takes_over

    def _killed(self, name: str) -> None:
        self.site.kill(name)
        time.sleep(DARK)
        self.site.start(name)
        if name in WEB:
            self.site.wait_until_ready(name)

    def _redis_away(self) -> None:
        self.redis.kill()
        time.sleep(DARK)
        self.redis.start()

    def _connections_cut(self) -> None:
        for _ in range(5):
            with closing(psycopg.connect(**self.primary.address, dbname="postgres")) as server:
                server.execute(CUT, [self.database])
            time.sleep(0.5)

    def _lock_held(self) -> None:
        with psycopg.connect(**self.primary.address, dbname=self.database) as holder:
            holder.execute("LOCK TABLE tournaments_game IN SHARE ROW EXCLUSIVE MODE")
            time.sleep(10)

    def _stands_still(self, name: str) -> None:
        self.site.pause(name, going_on=False)
        time.sleep(10)
        self.site.pause(name, going_on=True)

    def _disk_full(self) -> None:
        ballast = fill(self.site.folder / "var/media")
        time.sleep(10)
        ballast.unlink()

    def _postgresql_away(self) -> None:
        self.primary.kill()
        time.sleep(DARK)
        self.primary.start()

    def _everything_away(self) -> None:
        for name in (*WEB, *WORKERS):
            self.site.kill(name)
        self.redis.kill()
        self.primary.kill()
        time.sleep(DARK)
        self.primary.start()
        self.redis.start()
        for name in (*WEB, *WORKERS):
            self.site.start(name)
        for name in WEB:
            self.site.wait_until_ready(name)

    def _standby_takes_over(self) -> None:
        self.primary.kill()
        time.sleep(DARK)
        self.standby.promote()
        for name in WEB:
            self.site.wait_until_ready(name)
