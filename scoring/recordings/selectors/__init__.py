"""What is read of recordings."""
