"""Signed heads: how far ledger, trail and certificates went at a moment, and what they came to.

Invariant: heads are numbered without gaps and only added; a roster is sealed when it is published."""
