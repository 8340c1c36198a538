"""The command line: check, decide, random, schema and what each game adds.

Invariant: the exit status tells a true record from one with findings, and both from output that was lost.
"""
