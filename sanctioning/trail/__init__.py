"""The audit trail as a list, for who answers for the authority.

Invariants: it only reads; who may see the thing may see its trail.
"""
