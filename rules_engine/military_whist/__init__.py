"""Military Whist, after the rules of Alberta 55 plus.

Invariants: flags are conserved: as many are on the tables as were given out and lent; every fault of a
record is one finding, and a true record has none. Inventory M-1 and on.
"""
