"""Offices and who holds them from a day to a day; rights that follow; areas, leaves and conflicts.

Invariant: two terms of one person in one office never overlap."""
