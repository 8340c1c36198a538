"""What changes slips: a verb a function."""
