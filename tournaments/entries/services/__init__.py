"""What changes entries: a verb a function."""
