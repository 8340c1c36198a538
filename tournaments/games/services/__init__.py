"""What changes games: a verb a function."""
