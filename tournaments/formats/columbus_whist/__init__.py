"""Columbus Whist of the First Club: pairs, six games, sheets that two signatures lock.

Invariants: the engine computes points, ranking and pot; the signatures of both teams lock a sheet.
"""
