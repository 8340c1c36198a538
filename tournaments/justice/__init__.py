"""Judging at and after the table: rulings, votes, appeals, disciplinary cases, canons, the case book.

Invariants: nobody judges in their own cause; what was decided stays as it was decided, and only what
follows it says otherwise.
"""
