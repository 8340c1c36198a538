"""The broker that is a folder, by itself."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from kombu.connection import Connection

from config.settings.broker import folder_broker


def test_messages_that_are_sent_while_a_worker_looks_are_never_read_half_written(tmp_path: Path) -> None:
    """One thread writes as fast as it can, one reads."""
    options = folder_broker(tmp_path)
    with Connection("folder://", transport_options=options) as broker:
        queue = broker.SimpleQueue("whole")
        numbers = range(1500)
        writer = threading.Thread(target=write_all, args=(options, numbers))
        writer.start()
        read: list[int] = []
        while len(read) < len(numbers):
            message = queue.get(timeout=60)
            message.ack()
            read.append(message.payload)
        writer.join()
    assert sorted(read) == list(numbers)


def write_all(options: dict[str, Any], numbers: range) -> None:
    with Connection("folder://", transport_options=options) as broker:
        queue = broker.SimpleQueue("whole")
        for number in numbers:
            queue.put(number)
