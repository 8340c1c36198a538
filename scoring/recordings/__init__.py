"""Recording certificates: a submission wholly or not at all, by the registrar or the player.

Invariant: a certificate is recorded at most once."""
