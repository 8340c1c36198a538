"""What changes exports: a verb a function."""
