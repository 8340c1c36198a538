"""The case book: public rulings without names, guiding marks, how many came to what.

Invariants: nothing names a person, a game or an event; numbers count all rulings, public or not.
"""
