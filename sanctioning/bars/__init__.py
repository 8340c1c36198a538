"""Bars: what somebody may not play in, from a day to a day; imposed and lifted with a reason.

Invariant: a bar is lifted once and never deleted."""
