"""The director's work at an event: next steps, the floor, moving players, checklists, papers of tables.

Invariants: a director may do nothing here that a service would refuse; the floor asks as often for many
tables as for few.
"""
