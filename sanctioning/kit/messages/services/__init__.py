"""What changes messages: a verb a function."""
