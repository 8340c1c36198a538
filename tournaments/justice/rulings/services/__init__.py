"""What changes rulings: a verb a function."""
