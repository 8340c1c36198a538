"""Lists: sorted, narrowed, paged and exported in one way on pages and for programs.

Invariants: the database narrows, sorts and counts, in a constant number of queries; no row is on two pages;
an export holds what the page shows to the same person.
"""
