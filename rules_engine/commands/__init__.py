"""The command line: check, decide, random, schema and what each game adds; what they read and write.

Invariants: what is printed obeys nothing that a record says; the exit status tells a true record from one
with findings, and both from output that was lost.
"""
