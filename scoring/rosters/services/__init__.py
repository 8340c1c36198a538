"""What changes rosters: a verb a function."""
