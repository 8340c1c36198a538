"""Places of a series: computed from certified results alone, given and declined.

Invariants: places are given once every game of the counting events is certified; one given stays.
"""
