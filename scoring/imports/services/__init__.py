"""What changes imports: a verb a function."""
