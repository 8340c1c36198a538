"""Sent twice, done once: each form and call carries a key, kept in the transaction of what it does."""
