"""What changes votes: a verb a function."""
