"""Whether the process of the site that runs in this container answers: `deploy/serve alive PROCESS`.

Purpose: for who restarts processes. What listens is asked; a worker and the clock touch a file at every turn
(`config.signs_of_life`), which must not be older than they may be silent.
Invariant: nothing but the process is asked, or a database that is away would have all of them restarted.
"""

from __future__ import annotations

import http.client
import os
import sys
import time
from pathlib import Path
from typing import Final

LISTENING: Final = {
    "web": ("WEB_BIND", 8000, "/health/live/"),
    "ready": ("WEB_BIND", 8000, "/health/ready/"),
    "streams": ("STREAMS_BIND", 8001, "/stream/"),
}
"""Which variable says where each listens, where it does otherwise, and what it is asked. What serves streams
knows no such address and says so, which is an answer."""
WORKING: Final = ("worker", "waiting", "clock")
MAY_BE_SILENT: Final = 300
PATIENCE: Final = 5


def answer(process: str) -> str:
    """What is wrong; empty where all is well."""
    if process in LISTENING:
        return _asked(*LISTENING[process])
    if process in WORKING:
        return _silent(Path(os.environ.get("SAAS_ALIVE_FILE", "/tmp/saas-alive")))
    return f"{process} is none of {', '.join([*LISTENING, *WORKING])}"


def _asked(variable: str, otherwise: int, path: str) -> str:
    port = int(os.environ.get(variable, "").rpartition(":")[2] or otherwise)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        status = connection.getresponse().status
    except OSError as failure:
        return f"nothing answers at port {port}: {failure}"
    return f"{path} is answered {status}" if status >= 500 else ""


def _silent(file: Path) -> str:
    try:
        silent = time.time() - file.stat().st_mtime
    except OSError:
        return f"there is no {file} yet"
    return f"{file} was touched {silent:.0f} seconds ago" if silent > MAY_BE_SILENT else ""


if __name__ == "__main__":
    wrong = answer(" ".join(sys.argv[1:]))
    if wrong:
        sys.exit(wrong)
