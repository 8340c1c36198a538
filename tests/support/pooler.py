"""A real PgBouncer before the database under test, with the settings that are delivered save its places."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
from django.db import connection

from deploy import processes
from deploy.processes import ROOT
from deploy.services import ServiceFailed, answers_at, private_folder, unprivileged_user, wait_for

PORT: Final = 6432  # only the name of the socket in its private folder
# As Debian's package has it where a program of the system is not on everybody's path.
PROGRAM: Final = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"


@contextmanager
def pooler(*, connections: int, user: str = "", patience: int = 30) -> Iterator[tuple[str, int]]:
    """Its folder of sockets and port; it opens so many connections to the server for each role, that of the
    tests and another one, lets nobody wait longer for one of them, and takes no options."""
    if not Path(PROGRAM).exists():
        raise ServiceFailed("PgBouncer is not installed.")
    runs_as, server = unprivileged_user(), connection.settings_dict
    with private_folder("pooler", runs_as) as folder:
        log = folder / "log"
        (folder / "users").write_text("".join(f'"{role}" ""\n' for role in {server["USER"], user} if role))
        with (folder / "settings").open("w") as file:
            settings_in(folder, connections=connections, patience=patience).write(file)
        process = processes.start([PROGRAM, folder / "settings"], log=log, user=runs_as, folder=folder)
        try:
            wait_for(lambda: answers_at(folder / f".s.PGSQL.{PORT}"), process, log)
            yield str(folder), PORT
        finally:
            processes.stop(process)


def settings_in(folder: Path, *, connections: int, patience: int) -> ConfigParser:
    """What is delivered, in a folder of its own."""
    server, settings = connection.settings_dict, ConfigParser()
    settings.read(ROOT / "deploy/pgbouncer.ini")
    settings["databases"] = {"*": f"host={server['HOST']} port={server['PORT']}"}
    own = {
        "listen_addr": "",
        "listen_port": str(PORT),
        "unix_socket_dir": str(folder),
        "auth_type": "trust",
        "auth_file": str(folder / "users"),
        "admin_users": server["USER"],
        "default_pool_size": str(connections),
        "query_wait_timeout": str(patience),
    }
    settings["pgbouncer"].update(own)
    return settings


def asked_of_pooler(address: tuple[str, int], command: str) -> list[dict[str, Any]]:
    """What its console shows, such as `SHOW SERVERS`."""
    host, port = address
    user = connection.settings_dict["USER"]
    with psycopg.connect(
        host=host,
        port=port,
        user=user,
        dbname="pgbouncer",
        autocommit=True,
        row_factory=psycopg.rows.dict_row,
    ) as console:
        answer = console.execute(command)
        return answer.fetchall() if answer.description else []
