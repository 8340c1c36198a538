"""What changes teams: a verb a function."""
