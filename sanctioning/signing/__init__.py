"""Keys with which the Authority signs its papers, sealing a paper, and proving one by the published keys.

Invariant: a key once published never changes. `sealing` makes keys and signs, `proof` tells whether a file is
unchanged: both take bytes and give bytes or a verdict, and read nothing else (no database, no clock, no
settings), so that the site can prove a file without loading the press.
"""
