"""What changes people and their records: a verb a function."""
