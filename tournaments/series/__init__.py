"""Series of events: announced with the way in which one qualifies, and the places given.

Invariant: who qualifies how is fixed by the announcement."""
