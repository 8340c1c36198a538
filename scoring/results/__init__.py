"""From a confirmed report to a final result: certified, awarded, corrected with all that follows.

Invariant: a certified result is final; only an order corrects it, by a new version."""
