"""What changes tables in play: a verb a function."""
