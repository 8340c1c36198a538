"""Help: the guides of `docs/` for those who use the site, as its pages.

Invariants: a guide has one text, the file in `docs/`; a link to another guide leads to its page, one to a
file that is no page is left out; of a guide no markup is taken as HTML.
Terms: passage (what is under one head, or one point of a list that begins with its name), pointer (from a
page to the passage that explains it).
"""
