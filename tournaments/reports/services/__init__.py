"""What changes reports: a verb a function."""
