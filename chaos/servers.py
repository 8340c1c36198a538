"""PostgreSQL with a standby that has every commit before it is acknowledged, and a Redis."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import psycopg

from deploy import processes
from deploy.services import ServiceFailed, answers_at, postgresql_folder, unprivileged_user

PORT: Final = 5432
DURABLE: Final = ("max_connections=200", "listen_addresses=", f"port={PORT}", "wal_level=replica")


class Cluster:
    """One server of PostgreSQL in a folder of its own, at a socket there."""

    def __init__(self, folder: Path) -> None:
        programs = postgresql_folder()
        if programs is None:
            raise ServiceFailed("PostgreSQL 15 is not installed.")
        self.programs, self.user = programs, unprivileged_user()
        self.folder, self.data = folder, folder / "data"
        self.log = folder / "log"
        self._server: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-D", self.data]
        self._run("initdb", *options)

    def copy_of(self, other: Cluster) -> None:
        """A standby of it."""
        options = ["-h", other.folder, "-p", PORT, "-U", "postgres", "-D", self.data]
        self._run("pg_basebackup", *options, "--write-recovery-conf", "--checkpoint=fast")

    def start(self, *settings: str) -> None:
        options = [f"unix_socket_directories={self.folder}", *DURABLE, *settings]
        arguments = [part for setting in options for part in ("-c", setting)]
        self._server = processes.start(
            [self.programs / "postgres", "-D", self.data, *arguments],
            log=self.log, user=self.user, last_signal=signal.SIGINT, folder=self.folder,
        )  # fmt: skip
        deadline = time.monotonic() + 60
        while not self.answers():
            if time.monotonic() > deadline:
                raise ServiceFailed(self.log.read_text(errors="replace")[-2000:])
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            psycopg.connect(**self.address, dbname="postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def address(self) -> dict[str, Any]:
        return {"host": str(self.folder), "port": PORT, "user": "postgres"}

    def kill(self) -> None:
        """kill -9 to the server and every process of it, as when its machine loses power."""
        assert self._server is not None
        processes.signal_group(self._server, signal.SIGKILL)
        self._server.wait()

    def stop(self) -> None:
        if self._server is not None:
            processes.stop(self._server, by=signal.SIGINT)

    def promote(self) -> None:
        """What was a standby is the server from now on, and waits for no other."""
        with psycopg.connect(**self.address, dbname="postgres", autocommit=True) as server:
            server.execute("SELECT pg_promote(true, 60)")
            server.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
            server.execute("SELECT pg_reload_conf()")

    def _run(self, program: str, *arguments: object) -> None:
        started = processes.start(
            [self.programs / program, *map(str, arguments)], log=self.log, user=self.user, folder=self.folder
        )
        if started.wait(120):
            raise ServiceFailed(self.log.read_text(errors="replace")[-2000:])


class Redis:
    """Keeps nothing, so that starting it again is emptying it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, processes.any_free_port()
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        log = self.folder / "redis.log"
        self._server = processes.start(["redis-server", *options], log=log, folder=self.folder)
        while not answers_at(("127.0.0.1", self.port)):
            time.sleep(0.05)

    def kill(self) -> None:
        assert self._server is not None
        processes.signal_group(self._server, signal.SIGKILL)
        self._server.wait()

    def empty(self) -> None:
        subprocess.run(["redis-cli", "-p", str(self.port), "FLUSHALL"], check=True, capture_output=True)

    def stop(self) -> None:
        if self._server is not None:
            processes.stop(self._server)
