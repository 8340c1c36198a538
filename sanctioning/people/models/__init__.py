"""What is kept of people and their records."""
