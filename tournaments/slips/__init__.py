"""Slips of an event that is one game: due, handed in, signed by a second person, composed into its record.

Invariants: who signs is not who reported; a slip is a version, never written over."""
