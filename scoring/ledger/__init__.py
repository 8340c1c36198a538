"""The point ledger and its proofs.

Invariant: it only grows; a correction is an entry that names what it corrects."""
