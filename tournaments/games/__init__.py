"""A game, its players and plan; the groups of a split, locked together.

Locks have one order: the event, the people, its games, its entries."""
