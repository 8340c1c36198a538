"""What changes accounts: a verb a function."""
