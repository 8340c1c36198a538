"""Sent twice, done once: each form and call carries a key, kept in the transaction of what it does.

Invariants: the same key with something else is refused; what was refused frees its key; neither keys nor
answers can be read in the table.
"""
