"""Pages of the director's work."""
