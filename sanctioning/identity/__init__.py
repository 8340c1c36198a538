"""Which records are one person, by which name people see it, and how people are found.

Invariant: a merged record points to the one that is kept; nothing that hangs on it is moved."""
