"""Practice: an event of one's own with robots, in a database of its own
(`sanctioning.kit.practice_database`).

Invariants: nothing of the authority changes; what is thrown away is gone with its database.
"""
