"""What changes long work: a verb a function."""
