"""What changes degrees: a verb a function."""
