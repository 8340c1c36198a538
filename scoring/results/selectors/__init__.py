"""What is read of results."""
