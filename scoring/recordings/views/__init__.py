"""Pages of recordings."""
