"""What changes results: a verb a function."""
