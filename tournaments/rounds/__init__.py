"""Rounds: everybody present divided into tables, drawn, confirmed; opening draws.

Invariant: every draw is kept with its seed, also one that was drawn again."""
