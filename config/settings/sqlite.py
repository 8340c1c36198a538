"""An SQLite database that several processes write to at once without "database is locked"."""

from pathlib import Path
from typing import Any


def sqlite_database(path: Path, synchronous: str = "NORMAL") -> dict[str, Any]:
    """Settings of a database at `path`: readers never wait (WAL), writers queue at BEGIN and not half-way."""
    return {
        "ENGINE": "config.database.sqlite",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous}; PRAGMA foreign_keys=ON; "
                "PRAGMA cache_size=-20000; PRAGMA temp_store=MEMORY;"
            ),
        },
    }
