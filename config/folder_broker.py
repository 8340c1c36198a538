"""A broker that is a folder: kombu's file-system transport, with messages that appear whole or not at all.

Theirs opens a message under its final name and writes afterwards; a worker that looks in between reads an
empty message, and dies of it.
"""

from __future__ import annotations

import json
import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem

SCHEME = "folder"


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: dict[str, Any], **_: Any) -> None:  # type: ignore[override]
        """Write the message under a name that nobody looks for, then give it its own."""
        name = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}"
        unfinished = Path(self.data_folder_out) / f"{name}.unfinished"
        unfinished.write_text(json.dumps(payload))
        os.rename(unfinished, unfinished.with_name(f"{name}.msg"))


class Transport(filesystem.Transport):
    Channel = Channel


def register() -> None:
    """Make `folder://` a broker address."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__name__}"
