"""Rosters as of 15 May and 15 November: compiled, published, with errata.

Invariant: a published roster is frozen, byte for byte."""
