"""Pages of people and their records."""
