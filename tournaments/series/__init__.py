"""Series of events: announced with the way in which one qualifies, and the places given.

Invariant: who qualifies how is fixed by the announcement. Who gets a place is worked out in `scoring.series`.
"""
