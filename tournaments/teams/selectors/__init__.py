"""What is read of teams."""
