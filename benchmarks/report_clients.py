"""Stanzas from many pads at once against running web processes, as a multiple of as many bare inserts.

Two web processes serve the site as a start of it does. What is counted is the processor's time of both and of
all that PostgreSQL does for them.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from benchmarks.meter import ROOT

CLIENTS: Final = (1, 8, 20)
STANZAS: Final = 12
WARM: Final = 2
ROUNDS: Final = 3
TICKS: Final = os.sysconf("SC_CLK_TCK")
Sending = tuple[str, bytes, dict[str, str]]


def with_clients(cast: Any, event: Any) -> dict[str, float]:
    """The ratio for each number of clients, the median of some rounds."""
    ratios = {}
    with running_site() as port:
        for clients in CLIENTS:
            measured = [_ratio(cast, event, port, clients) for _ in range(ROUNDS)]
            ratios[f"{clients} at once"] = statistics.median(measured)
    return ratios


def _ratio(cast: Any, event: Any, port: int, clients: int) -> float:
    from tests.cast import MARCH
    from tests.support.play import drawn_table
    from tournaments.tables.services.table_links import make_link, secret_of

    games = [drawn_table(cast, cast.players[:5], event=event, stanzas=60) for _ in range(clients)]
    secrets = [secret_of(make_link(by=cast.director, game=game, at=MARCH)) for game in games]
    bare = [[("/bare/", b"{}", {"Authorization": f"Table {secret}"})] * STANZAS for secret in secrets]
    stanzas = [_stanzas(cast, game, secret) for game, secret in zip(games, secrets, strict=True)]
    _spent(port, [sendings[:WARM] for sendings in bare])
    _spent(port, [sendings[:WARM] for sendings in stanzas])
    reported = _spent(port, [sendings[WARM:] for sendings in stanzas])
    return reported / _spent(port, [sendings[WARM:] for sendings in bare])


def _stanzas(cast: Any, game: Any, secret: str) -> list[Sending]:
    """The first stanzas of a table as they are due, made up beforehand."""
    from tests.support.play import bodies_ahead, table

    address, sendings = f"/api/v1/events/{game.event.slug}/games/{game.number}/pad/stanzas/", []
    for number, body in enumerate(bodies_ahead(table(cast, game), STANZAS), 1):
        headers = {"Authorization": f"Table {secret}", "Idempotency-Key": f"{game.pk}-{number}"}
        sendings.append((f"{address}?number={number}", json.dumps(body).encode(), headers))
    return sendings


def _spent(port: int, clients: Sequence[Sequence[Sending]]) -> float:
    """The processor's time of the site and the database while each client sends its own in turn."""

    def send(sendings: Sequence[Sending]) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for address, body, headers in sendings:
            line.request("POST", address, body, {"Content-Type": "application/json", **headers})
            answer = line.getresponse()
            content = answer.read()
            assert answer.status == 201, content
        line.close()

    begun = _processor_time()
    with ThreadPoolExecutor(len(clients)) as pool:
        list(pool.map(send, clients))
    return _processor_time() - begun


def _processor_time() -> float:
    """Of every web process and every process of PostgreSQL, but for the one that serves this program."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        own = int(cursor.fetchone()[0])
    server = _parent(own)
    counted = [pid for pid in _processes() if pid != own and _parent(pid) in (server, *_SITE)]
    return sum(_ticks(pid) for pid in counted) / TICKS


_SITE: Final[list[int]] = []


def _processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _parent(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[1]) if fields else 0


def _ticks(pid: int) -> int:
    fields = _stat(pid)
    return int(fields[11]) + int(fields[12]) if fields else 0


@contextmanager
def running_site() -> Iterator[int]:
    from django.db import connection

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "benchmarks.bare_site", "--bind", f"127.0.0.1:{port}"]
    command += [
        "--workers",
        "2",
        "--threads",
        "4",
        "--preload",
        "--no-control-socket",
        "--log-level",
        "error",
    ]
    environment = {**os.environ, "SAAS_DB_NAME": connection.settings_dict["NAME"]}
    site = subprocess.Popen(command, cwd=ROOT, env=environment)
    _SITE.append(site.pid)
    try:
        _wait(lambda: socket.create_connection(("127.0.0.1", port), 1).close(), site)
        yield port
    finally:
        site.send_signal(signal.SIGTERM)
        site.wait(30)
        _SITE.remove(site.pid)


def _wait(ask: Callable[[], None], site: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert site.poll() is None, "The site did not start."
        try:
            return ask()
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("The site did not answer.")
