"""Imports of the past: a file read and tried out row by row, written in one transaction, taken back.

Invariants: nothing is written before every row was tried out; taken back, an import leaves nothing but
points and the entries that undo them; no file needs more memory for being long.
"""
