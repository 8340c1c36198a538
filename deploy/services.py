"""A PostgreSQL and a Redis of one's own, for as long as a test run lasts.

Both listen where nobody else does (a private socket folder, a free port), keep what they hold in a folder
that goes with them, and end with the run also when that is killed. Nothing of it is durable nor meant to be.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from deploy import processes

POSTGRESQL_PORT = 5432  # only the name of the socket in its private folder


class ServiceFailed(Exception):
    """A service did not start; says what it wrote last."""


def postgresql_folder() -> Path | None:
    """The newest installed PostgreSQL's programs, 15 or later."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if programs and int(programs[-1].parts[-3]) >= 15:
        return programs[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root, so root lends it the user that its package made."""
    return "postgres" if os.geteuid() == 0 else None


@contextmanager
def private_folder(name: str, owner: str | None = None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=f"saas-{name}-", dir="/tmp"))
    try:
        if owner:
            shutil.chown(folder, owner, owner)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(answers: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Until it answers; a service that ended, or is silent for half a minute, has failed."""
    deadline = time.monotonic() + 30
    while not answers():
        if process.poll() is not None or time.monotonic() > deadline:
            raise ServiceFailed(log.read_text(errors="replace")[-2000:])
        time.sleep(0.05)


@contextmanager
def postgresql() -> Iterator[dict[str, str]]:
    """A PostgreSQL server; yields the settings that name it."""
    programs, user = postgresql_folder(), unprivileged_user()
    if programs is None:
        raise ServiceFailed("PostgreSQL 15 is not installed.")
    with private_folder("postgresql", user) as folder, private_folder("log") as logs:
        data, log = folder / "data", logs / "postgresql.log"
        initdb: list[str | Path] = [
            programs / "initdb",
            "-U",
            "postgres",
            "-A",
            "trust",
            "--no-sync",
            "-D",
            data,
        ]
        initialising = processes.start(
            [*initdb, "-E", "UTF8", "--locale=C.UTF-8"], log=log, user=user, folder=folder
        )
        if initialising.wait(60):
            raise ServiceFailed(log.read_text(errors="replace")[-2000:])
        fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={folder}",
            f"port={POSTGRESQL_PORT}",
            *fast,
        ]
        options = [part for setting in settings for part in ("-c", setting)]
        server = processes.start(
            [programs / "postgres", "-D", data, *options],
            log=log, user=user, last_signal=signal.SIGINT, folder=folder,
        )  # fmt: skip
        try:
            wait_for(lambda: answers_at(folder / f".s.PGSQL.{POSTGRESQL_PORT}"), server, log)
            yield {
                "SAAS_DB_HOST": str(folder),
                "SAAS_DB_PORT": str(POSTGRESQL_PORT),
                "SAAS_DB_USER": "postgres",
            }
        finally:
            processes.stop(server, by=signal.SIGINT)


@contextmanager
def redis() -> Iterator[dict[str, str]]:
    """A Redis server that keeps nothing; yields the setting that names it."""
    program = shutil.which("redis-server")
    if program is None:
        raise ServiceFailed("Redis is not installed.")
    port = processes.any_free_port()
    with private_folder("redis") as folder:
        log = folder / "redis.log"
        server = processes.start(
            [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            log=log,
            folder=folder,
        )
        try:
            wait_for(lambda: answers_at(("127.0.0.1", port)), server, log)
            yield {"SAAS_BROKER_URL": f"redis://127.0.0.1:{port}/0"}
        finally:
            processes.stop(server)


def answers_at(address: Path | tuple[str, int]) -> bool:
    family = socket.AF_UNIX if isinstance(address, Path) else socket.AF_INET
    with socket.socket(family) as probe:
        return probe.connect_ex(str(address) if isinstance(address, Path) else address) == 0


@contextmanager
def services() -> Iterator[dict[str, str]]:
    """Both, as one set of environment variables."""
    with ExitStack() as running:
        yield {**running.enter_context(postgresql()), **running.enter_context(redis())}
