"""What changes rounds and draws: a verb a function."""
