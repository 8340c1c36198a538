"""Transport options of the two brokers: a folder on one machine, or Redis."""

from pathlib import Path
from typing import Any


def folder_broker(folder: Path) -> dict[str, Any]:
    """Options of a broker that is a folder: messages are small files, looked for twenty times a second."""
    messages, control = folder / "messages", folder / "control"
    for path in (messages, control):
        path.mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "polling_interval": 0.05,
    }


def redis_broker() -> dict[str, Any]:
    """Options of a Redis broker: a request waits at most a second for a broker that does not answer."""
    return {
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
        "socket_keepalive": True,
        "max_retries": 1,
        "interval_start": 0,
        "visibility_timeout": 600,
    }
