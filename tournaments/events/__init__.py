"""Events of clubs: registered, announced, changed, cancelled; the calendar and its feeds.

Invariant: what is announced of level, type and format never changes."""
