"""What changes sanctions: a verb a function."""
