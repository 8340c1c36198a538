"""Degrees of proficiency: reached by recording, kept unless their points are gone.

Invariants: nobody gets a second paper for a degree held; a degree goes only when a correction takes the
points away on which it was won.
"""
