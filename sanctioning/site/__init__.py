"""Around every page: middleware, what each page knows, errors, the page about the site.

Invariants: pages of errors ask nothing of what may be out of order; a count that fails costs its number and
not the page.
"""
