"""How PostgreSQL plans for this site (docs/decisions/0015)."""

from __future__ import annotations

from typing import Final

# From the ledger to the series of an event there are six tables: no filter of a long table reaches further.
PLANNING: Final[dict[str, int | str]] = {"join_collapse_limit": 6, "jit": "off"}
