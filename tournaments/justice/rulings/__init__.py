"""Rulings of Acting Executors: computed from their facts, kept, felt in the scores at once.

Invariant: a ruling is replaced, never changed; its effect is asked of the engine."""
