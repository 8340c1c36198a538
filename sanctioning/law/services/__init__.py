"""What changes the law: a verb a function."""
