"""What changes recordings: a verb a function."""
