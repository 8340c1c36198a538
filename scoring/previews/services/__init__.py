"""What changes previews: a verb a function."""
