"""A player's own page and desk, the list of players, clubs with their members.

Invariant: private data only for who may see it."""
