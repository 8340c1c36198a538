"""What changes Acting Executors: a verb a function."""
