"""What changes calls: a verb a function."""
