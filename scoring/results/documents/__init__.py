"""Papers of results: the poster for the wall.

Invariant: the same facts give the same bytes.
"""
