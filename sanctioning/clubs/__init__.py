"""Clubs: registered, asked about, approved or refused, closed; their desk.

Invariant: every step is taken under the club's lock and leaves a trail."""
