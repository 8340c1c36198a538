"""Certificates: issued, checked by anybody, marked as mutilated, replaced once.

Invariant: what a certificate says never changes."""
