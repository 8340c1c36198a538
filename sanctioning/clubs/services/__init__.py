"""What changes clubs: a verb a function."""
