"""Reports: a record taken in as a version with the engine's findings, and findings settled with a reason.

Invariants: a report is never written over; what got an answer is never lost."""
