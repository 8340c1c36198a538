"""Setting up: from an empty installation to its Managing Executor, law and first club; closed after.

Invariants: an authority is founded once, which the database holds; a code is kept as a hash, and a wrong
one costs a try; who founds second is refused whole.
"""
