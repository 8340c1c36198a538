"""What changes certificates: a verb a function."""
