"""What is read of people and their records."""
