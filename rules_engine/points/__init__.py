"""Rating points: what a game awards, what recording a submission takes, which degree follows.

Invariant: points are exact tenths, never floats."""
