"""Pages of fees."""
