"""Whoopie, after the official rules of 18 April 1966.

Invariants: scores are whole numbers, and averages are truncated; every fault of a record is one finding,
and a true record has none; amending a record and taking it back gives the same record. Inventory W-1 and
on.
"""
