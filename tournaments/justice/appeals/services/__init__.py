"""What changes appeals: a verb a function."""
