"""How many sit at a table (I/Players; inventory W-3)."""

from __future__ import annotations

FEWEST_PLAYERS, MOST_PLAYERS = 3, 10
"""At one table, in every stanza (I/Players, W-3)."""
