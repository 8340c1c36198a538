"""Keys with which the Authority signs its papers, sealing a paper, and proving one by the published keys.

Invariant: a key once published never changes."""
