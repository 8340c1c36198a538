"""Who changed what, when and why: written in the transaction of the change itself.

Invariant: rows are only added; the database refuses an update or a delete."""
