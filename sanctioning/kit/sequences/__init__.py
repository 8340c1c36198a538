"""Numbers in sequence, taken under a lock: no number twice and none left out.

Invariants: who holds a number knows that the holder of the number before has committed.
"""
