"""Sanctions of events: applied for, asked about, approved, granted with a number and the law of the day.

Invariant: a granted sanction keeps number, level, type, Articles and rule set."""
