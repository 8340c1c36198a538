"""Seeds of draws."""

from __future__ import annotations

import secrets


def new_seed() -> str:
    """A seed that nobody could foresee, short enough to be read out."""
    return secrets.token_hex(5)
