"""Military Whist of the Alberta 55 plus: teams of four, one event, counts of flags.

Invariants: at every moment as many flags are on the tables as were given out and lent; nobody is told more
of an age than that somebody is not of age.
"""
