"""What is kept of teams."""
