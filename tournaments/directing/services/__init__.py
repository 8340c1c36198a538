"""What changes the director's work: a verb a function."""
