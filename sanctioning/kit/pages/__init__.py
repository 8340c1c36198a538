"""What every page needs: who asks, forms kept over a lost session, parts that renew themselves.

Invariants: without JavaScript every page works; a password is never kept, and what somebody typed is
offered to nobody else.
"""
