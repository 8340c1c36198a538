"""What changes practice events and their databases: a verb a function."""
