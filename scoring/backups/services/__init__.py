"""What backs up and restores: a verb a function."""
