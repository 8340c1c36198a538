"""What changes fees: a verb a function."""
