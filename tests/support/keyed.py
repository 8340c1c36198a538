"""A key of its own for a call of the API that must carry one."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

_NUMBERS: Final = count(1)


def keyed() -> dict[str, Any]:
    """What `client.post` is given besides."""
    return {"headers": {"Idempotency-Key": f"call {next(_NUMBERS)}"}}
