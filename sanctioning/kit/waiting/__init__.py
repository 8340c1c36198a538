"""All that waits for a person: one list, to which every layer adds its kinds.

Invariants: only what this person can deal with is on the list; each source asks a constant number of
queries.
"""
