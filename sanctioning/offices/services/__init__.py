"""What changes offices: a verb a function."""
