"""What changes events: a verb a function."""
